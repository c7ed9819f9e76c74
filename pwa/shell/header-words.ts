import { useEffect } from "react";
import { create } from "zustand";

type Cart = { meals: number; open: () => void };
export type HeaderWords = {
  /** In the middle of the header on phones. */
  title?: string;
  under?: string;
  /** What the cart icon shows and opens. */
  cart?: Cart;
};

export const useHeaderWords = create<HeaderWords>()(() => ({}));

/** A page's way to put its words and its cart into the header above it, as long as the page is shown. */
export function useHeader({ title, under, cart }: HeaderWords) {
  const meals = cart?.meals;
  const open = cart?.open;
  useEffect(() => {
    const mine = { title, under, cart: open ? { meals: meals ?? 0, open } : undefined };
    useHeaderWords.setState(mine, true);
    return () => {
      if (useHeaderWords.getState() === mine) useHeaderWords.setState({}, true);
    };
  }, [title, under, meals, open]);
}
