import { noFilters } from "#pwa/employee/choose/choices";
import { dietOf, warningOf } from "#pwa/employee/choose/diet";
import { DietMarks } from "#pwa/employee/choose/diet-marks";
import { NutritionSum } from "#pwa/employee/choose/nutrition-sum";
import { Quantity } from "#pwa/employee/choose/quantity";
import { splitOf } from "#pwa/employee/choose/split-of";
import { Sums } from "#pwa/employee/choose/sums";
import { isGone } from "#pwa/employee/conflict/conflict-codes";
import { formatAed, formatPlain } from "#pwa/i18n/amounts";
import { conflictWords } from "#pwa/i18n/conflict";
import { mealsWords } from "#pwa/i18n/meals";
import { dayOfMonth, longDay, shortDay } from "#pwa/i18n/say-day";
import { MealPicture } from "#pwa/menu/meal-picture";
import { mealOf } from "#pwa/menu/meals-on";
import { termsOf, useSession } from "#pwa/offline/session";
import type { Day } from "#pwa/offline/use-day";
import { useLive } from "#pwa/offline/use-live";
import type { MenuWeek } from "#pwa/offline/wire";
import { sharesBefore } from "#pwa/payment/share-story";
import { WhyPrice } from "#pwa/payment/why-price";
import type { Quote } from "#pwa/rules/quote/quote";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { IconButton } from "#pwa/ui/icon-button";
import { Price } from "#pwa/ui/price";
import { Sheet } from "#pwa/ui/sheet";
import { SplitBar } from "#pwa/ui/split-bar";

type Props = {
  open: boolean;
  onClose: () => void;
  /** The days this person wants or has filled. */
  days: readonly Day[];
  menu?: MenuWeek;
  quote?: Quote;
  checkout: string;
  onChoose: (date: string) => void;
  onQuantity: (date: string, meal: string, qty: number) => void;
};

/** The day summary: every day with its meals, their prices and the sums. */
export function CartSheet({ open, onClose, days, menu, quote, checkout, onChoose, onQuantity }: Props) {
  const profile = useSession((session) => session.profile);
  const live = useLive();
  const drafts = days.flatMap((day) => day.draft?.items ?? []);
  const lunches = drafts.reduce((count, item) => count + item.qty, 0);
  const priced = quote?.days.some((day) => day.items.length > 0) ? quote : undefined;
  const diet = dietOf(profile);
  const go = (date: string) => {
    onClose();
    onChoose(date);
  };
  return (
    <Sheet
      open={open}
      title={mealsWords.summaryOf(lunches)}
      onClose={onClose}
      footer={
        priced && (
          <div className="row between">
            <Price fils={priced.employee_share} label={mealsWords.youPay} big />
            <Button look="pri" size="lg" after="arrow" to={checkout}>
              {mealsWords.checkout}
            </Button>
          </div>
        )
      }
    >
      <ul className="list cart">
        {days.map((day) => {
          const { date } = day;
          const items = day.draft?.items ?? [];
          const sums = quote?.days.find((one) => one.date === date);
          return (
            <li key={date} className="li">
              <span className="when center">
                <span className="xs b">{shortDay(date)}</span>
                <span className="xs t3 blk">{dayOfMonth(date)}</span>
              </span>
              {items.length === 0 ? (
                <>
                  <span className="plate empty bare">
                    <span className="disc">
                      <Icon name="plus" size="s" />
                    </span>
                  </span>
                  <span className="grow sm t2">{mealsWords.empty}</span>
                  <Button
                    look="soft"
                    className="small"
                    onClick={() => go(date)}
                    aria-label={mealsWords.chooseDay(longDay(date))}
                  >
                    {mealsWords.choose}
                  </Button>
                </>
              ) : (
                <div className="grow col g3">
                  {items.map(({ meal: id, qty }) => {
                    const meal = menu && mealOf(menu, id);
                    const line = sums?.items.find((one) => one.meal === id);
                    const issue = quote?.issues.find((one) => one.date === date && one.meal === id);
                    const name = meal?.name ?? mealsWords.unknownMeal;
                    return (
                      <div key={id} className="row g3 start">
                        <span className="thumb">
                          <MealPicture meal={meal} detail="thumb" look={issue ? "dim" : undefined} />
                        </span>
                        <div className="grow">
                          <p className="m clamp2 name">{name}</p>
                          <DietMarks warning={meal && warningOf(meal, noFilters, diet)} />
                          {issue && isGone(issue.code) && (
                            <p className="sm danger m">{conflictWords.gone[issue.code](issue.to ?? 0)}</p>
                          )}
                          <div className="row wrap between g2">
                            <span className="sm t2 num">
                              {items.length === 1 && sums && !issue
                                ? formatAed(sums.employee_share)
                                : line && formatAed(line.total)}
                            </span>
                            <span className="row g1">
                              <IconButton
                                icon="swap"
                                small
                                label={mealsWords.changeDay(longDay(date))}
                                onClick={() => go(date)}
                              />
                              <Quantity qty={qty} name={name} onChange={(many) => onQuantity(date, id, many)} />
                            </span>
                          </div>
                        </div>
                      </div>
                    );
                  })}
                  {items.length > 1 && sums && (
                    <p className="sm t2 num">
                      {mealsWords.share(formatPlain(sums.company_share), formatPlain(sums.employee_share))}
                    </p>
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {priced && (
        <>
          <div className="mt4">
            <SplitBar parts={splitOf(priced)} />
          </div>
          <div className="sm mt4">
            <Sums quote={priced} total={false} />
          </div>
          {profile && live && (
            <WhyPrice
              days={sharesBefore(priced.days, profile.share_duration, live.share_used)}
              terms={termsOf(profile)}
            />
          )}
          <p className="xs t3 mt3">{mealsWords.estimate}</p>
        </>
      )}
      <NutritionSum days={days} menu={menu} />
    </Sheet>
  );
}
