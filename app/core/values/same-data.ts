/** Whether two values have the same JSON, for components that need not render again for data loaded again. */
export const isSameData = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
