/** Whether this is the deep gate (scripts/soak), which tries everything; scripts/test tries a fixed slice of what takes long. */
export const soak = process.env.SOAK === "1";
