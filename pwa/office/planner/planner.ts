// The types of the kitchen's planned offer, as the planner's screens read it.
import type { components } from "#pwa/offline/contract.gen";

type Wire = components["schemas"];

type WeekState = "empty" | "planned" | "published" | "changed";
export type WeekRow = Omit<Wire["PlannerWeekLine"], "state"> & { state: WeekState };
export type PlannedOffer = Omit<Wire["PlannerPlannedMeal"], "portions" | "left"> & { portions?: number; left?: number };
export type PlannedDay = Omit<Wire["PlannerPlannedDay"], "meals"> & { meals: PlannedOffer[] };
export type PlannedWeek = Omit<Wire["PlannerPlannedWeek"], "state" | "days" | "problems"> & {
  state: WeekState;
  days: PlannedDay[];
  problems: Problem[];
};
export type Change = Wire["PlannerChange"];
export type Problem = Omit<Wire["PlannerProblem"], "portions"> & { portions?: number };
export type ImportLook = Wire["PlannerImportReply"];
export type Withdrawal = Wire["PlannerWithdrawal"];
