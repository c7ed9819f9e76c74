package published

// OneRequest names a published menu.
type OneRequest = oneRequest
