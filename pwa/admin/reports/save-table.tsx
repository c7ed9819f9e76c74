import { type Table, useReportFile } from "#pwa/admin/reports/use-report-file";
import type { Asked } from "#pwa/company/reports/spans";
import { reportWords as words } from "#pwa/i18n/report";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";

/** One table to take along. */
export function SaveTable({ asked, table, title }: { asked: Asked; table: Table; title: string }) {
  const { busy, failed, save } = useReportFile(asked);
  return (
    <div className="savetable">
      <Button
        look="ghost"
        icon="download"
        busy={busy !== ""}
        aria-label={words.saveTable(title)}
        onClick={() => void save("csv", table)}
      >
        {words.exportCsv}
      </Button>
      {failed && (
        <p className="help err" role="alert">
          <Icon name="err" size="s" />
          <span>
            {words.exportFailed} {failed}
          </span>
        </p>
      )}
    </div>
  );
}
