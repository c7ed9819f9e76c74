import { useEffect, useRef } from "react";
import { qrReader } from "#pwa/ui/qr-reader";
import "#pwa/ui/camera.css";

const pause = 250;

/** Reads QR codes that are held before the camera. `onLost` when there is no camera, or it may not be used. */
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
      const read = await qrReader();
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      const screen = video.current;
      if (!here || !screen) return end();
      screen.srcObject = stream;
      await screen.play();
      while (here) {
        const found = await read(screen).catch(() => undefined);
        if (found && here) await onRead(found);
        await new Promise((done) => setTimeout(done, pause));
      }
    };
    look().catch(() => here && onLost());
    return end;
  }, [onRead, onLost]);
  return <video ref={video} className="camera" muted playsInline />;
}
