import { membersWords as words } from "#pwa/i18n/members";
import type { MemberList } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";

const size = 50;

/** From page to page of a long list. */
export const Pages = ({ list, onPage }: { list: MemberList; onPage: (page: number) => void }) =>
  list.pages < 2 ? null : (
    <nav className="pages" aria-label={words.pages}>
      <Button look="out" disabled={list.page === 0} onClick={() => onPage(list.page - 1)}>
        {words.previous}
      </Button>
      <span className="sm t2 num" role="status">
        {words.range(list.page * size + 1, list.page * size + list.members.length, list.matched)}
      </span>
      <Button look="out" disabled={list.page + 1 >= list.pages} onClick={() => onPage(list.page + 1)}>
        {words.next}
      </Button>
    </nav>
  );
