package io.sluice.hub.notification;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.change.StatusChanges;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutNotifications.Pending;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.notification.NoticeKind;
import io.sluice.notification.NotificationRule;
import io.sluice.status.RolloutCondition;
import io.sluice.status.RolloutConditions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Records in a status what people are to be told of its changes, before it is written: so it is
 * written with them or not at all (between-waves N2).
 *
 * <p>A function of the object as it was read and of the status that it is to have: what is written
 * again after a conflict, or changes nothing, records nothing twice. What no rule wants is not
 * recorded, and has no number.
 */
public final class NoticeRecorder {
  private final NoticeRules rules;

  public NoticeRecorder(NoticeRules rules) {
    this.rules = requireNonNull(rules, "rules is null");
  }

  /**
   * Returns the status with what is to be told, and with what is wrong with the rules for that.
   *
   * @param object as it was read
   * @param next complete but for that
   */
  public Map<String, Object> recorded(
      GenericKubernetesResource object, Map<String, Object> next, Instant now) {
    List<NotificationRule> wanted = rules.of(object);
    RolloutStatusTree tree =
        RolloutStatusTree.of(next)
            .set(
                RolloutCondition.NOTIFICATIONS_ACCEPTED,
                RolloutConditions.notifications(rules.problems(object)),
                HubObjects.generation(object),
                now);
    if (wanted.isEmpty() && !next.containsKey(RolloutStatusTree.NOTIFICATIONS)) {
      return tree.tree();
    }
    RolloutStatus former = RolloutStatusTree.of(RolloutStatusTree.status(object)).read();
    RolloutStatus present = tree.read();
    boolean begins = present.rolloutUID != null && !present.rolloutUID.equals(former.rolloutUID);
    Map<String, Long> known = PendingNotices.of(next).numbers();
    Map<String, Long> numbers = new TreeMap<>(begins ? Map.of() : known);
    Map<String, Long> ended = new TreeMap<>(known);
    Instant at = now.truncatedTo(ChronoUnit.SECONDS);
    List<Pending> added = new ArrayList<>();
    for (NoticeDraft draft : drafts(former, present)) {
      List<String> to = receivers(wanted, draft.kind());
      if (!to.isEmpty()) {
        boolean ofFormer = begins && draft.status().rolloutUID.equals(former.rolloutUID);
        long number = (ofFormer ? ended : numbers).merge(draft.kind().label(), 1L, Long::sum);
        added.add(Pending.of(draft.numbered(number, at), to));
      }
    }
    return begins || !added.isEmpty()
        ? PendingNotices.appended(tree.tree(), numbers, added, now)
        : tree.tree();
  }

  private static List<NoticeDraft> drafts(RolloutStatus former, RolloutStatus present) {
    NoticeDrafter drafter = new NoticeDrafter(present);
    return StatusChanges.between(former, present).stream()
        .flatMap(change -> change.match(drafter).stream())
        .toList();
  }

  private static List<String> receivers(List<NotificationRule> rules, NoticeKind kind) {
    return rules.stream()
        .filter(rule -> rule.kinds().contains(kind))
        .map(NotificationRule::receiver)
        .distinct()
        .toList();
  }
}
