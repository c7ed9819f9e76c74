import { useEffect, useRef } from "react";

/** What browsers that can read a square offer, as far as it is needed here. */
type Detector = { detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = new (how: { formats: string[] }) => Detector;

const pause = 250;

/** Reads squares that are held before the camera. `onLost` when there is no camera, or it may not be used. */
export function Camera({ onRead, onLost }: { onRead: (text: string) => Promise<void>; onLost: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    let stream: MediaStream | null = null;
    let here = true;
    const end = () => {
      here = false;
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const look = async () => {
      const { BarcodeDetector } = globalThis as unknown as { BarcodeDetector: DetectorClass };
      const detector = new BarcodeDetector({ formats: ["qr_code"] });
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      const screen = video.current;
      if (!here || !screen) return end();
      screen.srcObject = stream;
      await screen.play();
      while (here) {
        const [found] = await detector.detect(screen).catch(() => []);
        if (found && here) await onRead(found.rawValue);
        await new Promise((done) => setTimeout(done, pause));
      }
    };
    look().catch(() => here && onLost());
    return end;
  }, [onRead, onLost]);
  return <video ref={video} className="till-camera" muted playsInline />;
}
