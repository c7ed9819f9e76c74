import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { DietSection } from "#pwa/employee/profile/diet-section";
import { ProfileAddress } from "#pwa/employee/profile/profile-address";
import { ProfileCalendar } from "#pwa/employee/profile/profile-calendar";
import { ProfileData } from "#pwa/employee/profile/profile-data";
import { ProfileDetails } from "#pwa/employee/profile/profile-details";
import { ProfileDevices } from "#pwa/employee/profile/profile-devices";
import { ProfilePassword } from "#pwa/employee/profile/profile-password";
import { ProfilePicture } from "#pwa/employee/profile/profile-picture";
import { ProfileWallet } from "#pwa/employee/profile/profile-wallet";
import { SwitchUser } from "#pwa/employee/profile/switch-user";
import { maySwitch } from "#pwa/forms/field-rules";
import { profileWords } from "#pwa/i18n/profile";
import { useSession } from "#pwa/offline/session";
import { useOnline } from "#pwa/offline/sync/use-offline";
import { Icon } from "#pwa/ui/icon";
import "#pwa/forms/form.css";
import "#pwa/forms/profile-cards.css";

// Only with a connection, which every choice on the card needs: it is not on every device.
const Notifications = lazy<ComponentType<{ profile: string }>>(() =>
  import("#pwa/employee/notifications/notifications").then(
    ({ Notifications: card }) => ({ default: card }),
    () => ({ default: () => null }),
  ),
);

const Passkeys = lazy<ComponentType<{ email: string; operator?: boolean }>>(() =>
  import("#pwa/forms/passkeys/passkeys-card").then(
    ({ PasskeysCard: card }) => ({ default: card }),
    () => ({ default: () => null }),
  ),
);

/** The person's own page: to read, change and delete their data. Admins also invite colleagues here. */
export function Profile({ invite }: { invite?: ReactNode }) {
  const profile = useSession((session) => session.profile);
  const online = useOnline();
  if (!profile) return null;
  return (
    <div className="profile">
      <h1>{profileWords.title}</h1>
      {!online && (
        <p className="banner off round mt4" role="status">
          <Icon name="off" size="s" />
          <span>{profileWords.offline}</span>
        </p>
      )}
      {/* Another profile is another page: nothing that was opened or typed goes along. */}
      <div className="cards mt6" key={profile.id}>
        <ProfilePicture profile={profile} />
        <ProfileDetails profile={profile} />
        {invite}
        {profile.client_type !== "Operator" && <ProfileAddress profile={profile} />}
        {profile.client_type !== "Operator" && <DietSection profile={profile} />}
        <ProfilePassword profile={profile} />
        {online && profile.client_type !== "Operator" && (
          <Suspense fallback={null}>
            <Passkeys email={profile.email} />
          </Suspense>
        )}
        {online && profile.client_type !== "Operator" && (
          <Suspense fallback={null}>
            <Notifications profile={profile.id} />
          </Suspense>
        )}
        {profile.client_type !== "Operator" && <ProfileCalendar />}
        <ProfileDevices />
        {profile.client_type === "Admin" && <ProfileWallet />}
        {maySwitch(profile) && <SwitchUser />}
        <ProfileData profile={profile} />
      </div>
    </div>
  );
}
