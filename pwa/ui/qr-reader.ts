/** Finds a QR code in what a video shows now; undefined when there is none. */
type Reader = (video: HTMLVideoElement) => Promise<string | undefined>;

/** What browsers that can read codes themselves offer, as far as it is needed here. */
type Detector = { detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (how: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
};

/** Whether the page may ask for a camera here. */
export const hasCamera = () => !!navigator.mediaDevices?.getUserMedia;

/** The longer side of the picture that is searched, in pixels: enough for a code that fills a third of it. */
const longest = 800;

/** Reads with the browser's own reader, or with a library where it has none (Safari, Firefox, Chrome on Windows and Linux). */
export async function qrReader(): Promise<Reader> {
  const { BarcodeDetector } = globalThis as unknown as { BarcodeDetector?: DetectorClass };
  if (BarcodeDetector && (await BarcodeDetector.getSupportedFormats()).includes("qr_code")) {
    const detector = new BarcodeDetector({ formats: ["qr_code"] });
    return async (video) => (await detector.detect(video))[0]?.rawValue;
  }
  const { decodeQR } = await import("qr/decode.js");
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, longest / Math.max(video.videoWidth, video.videoHeight));
    const width = Math.round(video.videoWidth * scale);
    const height = Math.round(video.videoHeight * scale);
    if (!canvas || !width || !height) return undefined;
    Object.assign(canvas.canvas, { width, height });
    canvas.drawImage(video, 0, 0, width, height);
    try {
      return decodeQR(canvas.getImageData(0, 0, width, height));
    } catch {
      return undefined; // it found no code
    }
  };
}
