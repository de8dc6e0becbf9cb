/** The lucide icons in use. The sprite holds exactly these: to use another one, add its name. */
export const iconNames = [
  "archive", "arrow-down", "arrow-left", "arrow-up", "ban", "bell", "braces", "check-check", "chevron-left", "chevron-right", "chevrons-up-down",
  "circle-alert", "circle-check", "circle-dot", "circle-x", "clock", "copy", "download", "ellipsis", "globe", "history", "info", "layout-dashboard",
  "life-buoy", "loader-circle", "lock", "log-out", "mail", "menu", "message-square", "moon", "package", "package-check", "pencil-line",
  "pilcrow-left", "pilcrow-right", "plus", "printer", "receipt-text", "search", "settings", "shield-check", "shopping-cart", "sparkle", "sun",
  "trash-2", "triangle-alert", "truck", "undo-2", "user", "users", "x",
] as const;

export type IconName = (typeof iconNames)[number];
