import type { ReactNode } from "react";
import { MealDetail, type PriceLine } from "#pwa/menu/meal-detail";
import type { Meal } from "#pwa/offline/wire";
import { Sheet } from "#pwa/ui/sheet";

export type { PriceLine } from "#pwa/menu/meal-detail";

type Props = {
  /** Null closes it. */
  meal: Meal | null;
  onClose: () => void;
  cuisine?: string;
  prices: PriceLine[];
  /** What can be done with it, at the bottom edge. */
  footer?: ReactNode;
};

/** Everything about one meal, above the page. */
export const MealDetailSheet = ({ meal, onClose, cuisine, prices, footer }: Props) => (
  <Sheet open={meal !== null} title={meal?.name ?? ""} onClose={onClose} footer={footer}>
    {meal && <MealDetail meal={meal} cuisine={cuisine} prices={prices} />}
  </Sheet>
);
