/** Offers a file for saving under its name, as a download link would. */
export function saveFile({ name, blob }: { name: string; blob: Blob }): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // A browser may begin to read only after this turn, and some only when the person has chosen a place.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
