import type { ReactNode } from "react";
import { profileWords } from "#pwa/i18n/profile";
import { DietSection } from "#pwa/person/diet-section";
import { ProfileAddress } from "#pwa/person/profile-address";
import { ProfileData } from "#pwa/person/profile-data";
import { ProfileDetails } from "#pwa/person/profile-details";
import { ProfileDevices } from "#pwa/person/profile-devices";
import { ProfilePassword } from "#pwa/person/profile-password";
import { ProfilePicture } from "#pwa/person/profile-picture";
import { maySwitch } from "#pwa/person/rules";
import { SwitchUser } from "#pwa/person/switch-user";
import { useSession } from "#pwa/session";
import { useOnline } from "#pwa/sync/use-offline";
import { Icon } from "#pwa/ui/icon";
import "#pwa/person/form.css";
import "#pwa/person/profile-cards.css";

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
        <ProfileDevices />
        {maySwitch(profile) && <SwitchUser />}
        <ProfileData profile={profile} />
      </div>
    </div>
  );
}
