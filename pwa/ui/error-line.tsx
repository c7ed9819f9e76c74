/** What went wrong, spoken when it appears; without a sentence nothing is drawn. The margin above it is a class of its place. */
export const ErrorLine = ({ text, className }: { text: string | null | undefined; className?: string }) =>
  text ? (
    <p className={`help err${className ? ` ${className}` : ""}`} role="alert">
      {text}
    </p>
  ) : null;
