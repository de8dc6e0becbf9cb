/** The lucide icons in use. The sprite holds exactly these: to use another one, add its name. */
export const iconNames = [
  "activity", "archive", "arrow-down", "arrow-left", "arrow-right", "arrow-up", "ban", "banknote", "bell", "book-open", "briefcase",
  "calendar", "calculator", "chart-line", "chart-no-axes-column", "check", "check-check", "chevron-down", "chevron-left", "chevron-right", "chevron-up",
  "chevrons-up-down", "circle-alert", "circle-check", "circle-dot", "circle-help", "circle-x", "clock", "copy", "credit-card",
  "download", "ellipsis", "external-link", "eye", "eye-off", "file-text", "funnel", "globe", "graduation-cap", "history", "image", "image-plus", "inbox",
  "info", "key-round", "layout-dashboard", "life-buoy", "link", "list", "loader-circle", "lock", "log-in", "log-out", "mail", "map-pin", "menu",
  "message-square", "minus", "monitor", "moon", "package", "package-check", "pencil", "pencil-line", "phone", "pilcrow-left", "pilcrow-right", "plus",
  "printer", "receipt-text", "refresh-cw", "rotate-ccw", "save", "search", "send", "server-crash", "settings", "share-2", "shield-alert", "shield-check",
  "shopping-cart", "smile", "sparkle", "square-pen", "star", "sun", "tag", "ticket", "trash-2", "trending-down", "trending-up", "triangle-alert", "truck",
  "undo-2", "upload", "user", "user-check", "user-plus", "user-round-x", "users", "wrench", "x",
] as const;

export type IconName = (typeof iconNames)[number];
