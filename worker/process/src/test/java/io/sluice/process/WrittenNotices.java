package io.sluice.process;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.RolloutNotifications;
import io.sluice.hub.crd.RolloutNotifications.Pending;
import io.sluice.hub.notification.PendingNotices;
import io.sluice.notification.Notice;
import io.sluice.notification.NoticeKind;
import io.sluice.policy.JsonTree;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes notices into the status of a Rollout by hand, beside those of its own. */
public final class WrittenNotices {
  private static final String ATTEMPT = "by-hand";

  private final RolloutFixture fixture;
  private long number;

  public WrittenNotices(RolloutFixture fixture) {
    this.fixture = fixture;
  }

  /** Adds the next one for these receivers; returns its id. */
  public String add(String... receivers) {
    Notice notice =
        new Notice(
            NoticeKind.REGRESSED,
            ATTEMPT,
            ++number,
            Instant.now().truncatedTo(ChronoUnit.SECONDS),
            1,
            1,
            Optional.empty(),
            "Progressing",
            Optional.empty(),
            Optional.of("prod"),
            Optional.empty(),
            "1 cluster does not comply any more.",
            List.of("p1"),
            0);
    HubApi hub = new HubApi(fixture.client());
    Patience.written(
        () -> {
          GenericKubernetesResource rollout = fixture.rollout().orElseThrow();
          Map<String, Object> status = new LinkedHashMap<>(HubObjects.part(rollout, "status"));
          Map<String, Object> notifications = JsonTree.map(status, "notifications");
          List<Pending> pending = new ArrayList<>(PendingNotices.of(status).pending());
          pending.add(Pending.of(notice, List.of(receivers)));
          notifications.put(
              "pending",
              HubObjects.toTree(new RolloutNotifications(null, pending, null, null))
                  .get("pending"));
          status.put("notifications", notifications);
          rollout.setAdditionalProperty("status", status);
          return hub.updateStatus(Kinds.ROLLOUT, rollout);
        });
    return notice.id();
  }

  /** Returns those of these that were written by hand. */
  public static List<String> of(List<String> ids) {
    return ids.stream().filter(id -> id.startsWith(ATTEMPT + "/")).toList();
  }

  /** Returns who has not been told yet, as {@code id receiver}. */
  public List<String> pending() {
    return PendingNotices.of(fixture.status()).pending().stream()
        .filter(notice -> ATTEMPT.equals(notice.rolloutUID()))
        .flatMap(
            notice ->
                notice.to().stream()
                    .map(
                        to ->
                            "%s/%s/%d %s"
                                .formatted(
                                    notice.rolloutUID(), notice.event(), notice.number(), to)))
        .toList();
  }
}
