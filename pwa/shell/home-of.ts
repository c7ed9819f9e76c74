/** The page to open after sign-in when the person was not on the way to another: the delivery days or the dashboard. */
export const homeOf = (companyType: string | undefined) => (companyType === "Cash" ? "/delivery/" : "/dashboard/home");
