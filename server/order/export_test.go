package order

// IntentRequest names an attempt.
type IntentRequest = intentRequest

// DiaryRequest names an order.
type DiaryRequest = diaryRequest
