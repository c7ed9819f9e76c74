import type { Tour } from "#pwa/e2e/tour";
import { membersWords } from "#pwa/i18n/members";
import type { Member, MemberList } from "#pwa/offline/wire";
import { addDays } from "#pwa/rules/week/date";

const names = [
  "Abdulrahman bin Khalid bin Mohammed Al Marzooqi Al Falasi",
  "Mariam Saleh",
  "Priya Raghunathan",
  "James Okafor",
  "Chen Wei",
  "Sofia Marchetti",
  "Rashid Haddad",
];

/** The team of a company, longer than the sample's, as its admin sees it. */
export async function teamTour({ page, ...tour }: Tour): Promise<void> {
  await page.route(/\/api\/members(\?|$)/, async (route) => {
    const answer = await route.fetch();
    const list = (await answer.json()) as MemberList;
    const [first] = list.members;
    if (first && list.members.length > 1) longer(list, first);
    await route.fulfill({ response: answer, json: list });
  });
  await tour.go("/dashboard/company-members", membersWords.title);
  await page.getByRole("button", { name: membersWords.more("Chen Wei"), exact: true }).waitFor();
  await tour.look("members");
  const mariam = page.getByRole("checkbox", { name: membersWords.select("Mariam Saleh"), exact: true });
  await page.locator("label.pick").filter({ has: mariam }).click();
  await page.getByRole("checkbox", { name: membersWords.select("Mariam Saleh"), exact: true, checked: true }).waitFor();
  await page.getByRole("button", { name: membersWords.filters }).click();
  await tour.look("members-selected");
  await tour.press(membersWords.more("Mariam Saleh"));
  await tour.sheet("members-one", "Mariam Saleh");
  await tour.press(membersWords.departments);
  await tour.sheet("members-departments", membersWords.departments);
  await tour.press(membersWords.invite);
  await tour.sheet("members-invite", membersWords.invite);
  await tour.press(membersWords.invite);
  await tour.fill(
    membersWords.addresses,
    "Zoë Rahman <zoe@qasrdesign.example>, not-an-address, yusuf@qasrdesign.example",
  );
  await tour.press(membersWords.look);
  await page.getByText(membersWords.willInvite(1), { exact: true }).waitFor();
  await tour.sheet("members-invite-look", membersWords.invite);
}

function longer(list: MemberList, first: Member) {
  const departments = [
    { id: "d1", name: "Sales", people: 3 },
    { id: "d2", name: "Procurement, logistics and customs clearance", people: 4 },
  ];
  list.departments = departments;
  list.share_cap ??= 40_000;
  list.members.push(
    ...names.map((name, at): Member => {
      const status = ["Active", "Active", "Active", "Active", "Invited", "Active", "Suspended"][at] ?? "Active";
      return {
        ...first,
        id: `someone-${at}`,
        name,
        email: `${name.toLowerCase().replaceAll(" ", ".")}@qasrdesign.example`,
        role: "Employee",
        status,
        department: departments[at % 3]?.id,
        share_used: [40_000, 32_000, 28_050, 14_000, 0, 6_000, 0][at] ?? 0,
        days: [0, 1, 2, 3, 4].filter((day) => (at + day) % 3 !== 0).map((day) => addDays(list.week, day)),
        reminded: false,
      };
    }),
  );
  list.matched = 5_012;
  list.pages = 101;
  list.counts = { all: 5012, active: 4711, pending: 12, invited: 248, suspended: 41, waiting: 12, idle: 1208 };
  list.tier = { discount: 25, needed: 35, next_discount: 30, next_needed: 6000 };
}
