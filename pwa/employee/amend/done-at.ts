/** Where a change of an order is told: what became of its days and of the money. */
export const doneAt = (order: string, amendment: string) => `/checkout/edit/${order}?done=${amendment}`;
