import "#pwa/ui/notice.css";
import "#pwa/payment/checkout.css";
import "#pwa/payment/payment.css";
import type { ReactNode } from "react";

type Props = {
  /** The round sign on top. */
  sign: ReactNode;
  title: string;
  /** The status chip, and what is beside it. */
  status?: ReactNode;
  lead: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one first. */
  actions: ReactNode;
};

/** The status of a payment: a sign, one sentence, what it means, and what to do now. */
export const Result = ({ sign, title, status, lead, children, actions }: Props) => (
  <div className="paymentpage">
    <div className="center">
      {sign}
      <h1 className="mt6">{title}</h1>
      <div className="t2 mt3 lead">{lead}</div>
      {status && <div className="row g2 mt4 middle wrap">{status}</div>}
    </div>
    {children}
    <div className="col g2 ways">{actions}</div>
  </div>
);
