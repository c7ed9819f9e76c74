/** The page with the result of a change of an order: its days and the money. */
export const doneAt = (order: string, amendment: string) => `/checkout/edit/${order}?done=${amendment}`;
