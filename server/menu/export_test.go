package menu

// OneRequest names a published menu.
type OneRequest = oneRequest
