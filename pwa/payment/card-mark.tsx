/** A card brand's sign. The words beside it say which it is. */
export function CardMark({ brand }: { brand: string }) {
  if (brand === "MASTERCARD") {
    return (
      <span className="pm mc" aria-hidden="true">
        <i />
        <i />
      </span>
    );
  }
  return (
    <span className={brand === "VISA" ? "pm" : "pm card"} aria-hidden="true">
      {brand.slice(0, 4)}
    </span>
  );
}

/** Apple Pay's sign. */
export const ApplePayMark = () => (
  <span className="pm ap" aria-hidden="true">
    Apple
    <br />
    Pay
  </span>
);
