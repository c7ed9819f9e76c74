/** The folders of one audience each. They never import each other. */
export const audiences = ["employee", "admin", "till", "office", "auth", "site"];
