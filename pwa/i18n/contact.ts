export const contactWords = {
  phone: "Phone",
  whatsapp: "WhatsApp",
  byMail: "Answer any email that came from us.",
};
