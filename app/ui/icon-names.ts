/** The lucide icons in use. The sprite holds exactly these: to use another one, add its name. */
export const iconNames = [
  "archive", "arrow-down", "arrow-down-right", "arrow-left", "arrow-right", "arrow-up", "arrow-up-right", "at-sign", "ban", "bell", "bookmark", "bookmark-plus", "braces", "briefcase",
  "calculator", "calendar", "calendar-days", "check", "check-check", "chevron-down", "chevron-left", "chevron-right", "chevrons-up-down", "circle-alert", "circle-check", "circle-dot",
  "circle-x", "clock", "copy", "credit-card", "download", "ellipsis", "external-link", "eye", "facebook", "file-text", "github", "globe", "graduation-cap", "history", "image", "image-plus",
  "info", "instagram", "key-round", "keyboard", "landmark", "layout-dashboard", "life-buoy", "linkedin", "loader-circle", "lock", "log-out", "mail", "map-pin", "menu", "merge",
  "message-square", "monitor", "moon", "package", "package-check", "paperclip", "pencil-line", "phone", "pilcrow-left", "pilcrow-right", "pin", "pin-off", "plug", "plus", "printer",
  "receipt-text", "rocket", "search", "send", "settings", "share-2", "shield-check", "shopping-bag", "shopping-cart", "smile", "sparkle", "star", "store", "sun", "table", "thumbs-down",
  "thumbs-up", "trash-2", "trending-up", "triangle-alert", "truck", "twitter", "undo-2", "upload", "user", "user-plus", "user-x", "users", "x", "youtube",
] as const;

export type IconName = (typeof iconNames)[number];
