package io.sluice.hub.notification;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;

import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutNotifications;
import io.sluice.hub.crd.RolloutNotifications.Dropped;
import io.sluice.hub.crd.RolloutNotifications.Pending;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.policy.JsonTree;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Edits in the status of a Rollout what receivers have not been told yet (between-waves N2).
 *
 * <p>Functions of the status, for writes that begin anew after a conflict. Entries are kept as they
 * were read: a newer release may have written more into them.
 */
public final class PendingNotices {
  /**
   * The most that wait. One takes half a kilobyte, with ten clusters of the longest names four: the
   * status stays far below what the hub can store.
   */
  static final int MOST = 100;

  private static final String NUMBERS = "numbers";
  private static final String PENDING = "pending";
  private static final String DROPPED_TOTAL = "droppedTotal";
  private static final String DROPPED = "dropped";
  private static final String TO = "to";
  private static final int MOST_DROPPED = 10;
  private static final String TOO_MANY =
      "More than %d notifications waited, and this was the oldest.".formatted(MOST);

  private final Map<String, Object> status;
  private final Map<String, Object> tree;

  private PendingNotices(Map<String, Object> status) {
    this.status = new LinkedHashMap<>(status);
    this.tree = new LinkedHashMap<>(JsonTree.map(status, RolloutStatusTree.NOTIFICATIONS));
  }

  /**
   * Names what one receiver is told.
   *
   * @param id of the notice
   * @param to the receiver
   */
  public record Delivery(String id, String to) {
    public Delivery {
      requireNonNull(id, "id is null");
      requireNonNull(to, "to is null");
    }

    /** Names what one of the receivers of a notice is told. */
    public static Delivery of(Pending pending, String to) {
      return new Delivery(pending.id(), to);
    }
  }

  /** Reads them from a status; an absent field reads as one without a value. */
  public static RolloutNotifications of(Map<String, Object> status) {
    return HubObjects.fromTree(
        JsonTree.map(status, RolloutStatusTree.NOTIFICATIONS), RolloutNotifications.class);
  }

  /**
   * Returns the status without what receivers were told, and without what was given up. What does
   * not wait any more changes nothing, so that a write may be repeated.
   *
   * @param dropped counted and listed as far as it waits, newest first
   */
  public static Map<String, Object> removed(
      Map<String, Object> status, Set<Delivery> delivered, List<Dropped> dropped) {
    PendingNotices edited = new PendingNotices(status);
    Set<Delivery> waiting =
        edited.pending().stream().flatMap(PendingNotices::deliveries).collect(toSet());
    List<Dropped> lost =
        dropped.stream()
            .filter(each -> waiting.contains(new Delivery(each.id(), each.to())))
            .toList();
    Set<Delivery> gone =
        Stream.concat(
                delivered.stream(), lost.stream().map(each -> new Delivery(each.id(), each.to())))
            .collect(toSet());
    edited.put(
        PENDING,
        edited.pending().stream()
            .map(entry -> without(entry, gone))
            .filter(entry -> !JsonTree.texts(entry, TO).isEmpty())
            .toList());
    return edited.dropped(lost).status();
  }

  /**
   * Returns the status with more that waits. Beyond {@link #MOST} the oldest is dropped.
   *
   * @param numbers of the attempt, with those of what is added
   * @param now when the oldest is dropped
   */
  static Map<String, Object> appended(
      Map<String, Object> status, Map<String, Long> numbers, List<Pending> added, Instant now) {
    PendingNotices edited = new PendingNotices(status);
    List<Map<String, Object>> all = new ArrayList<>(edited.pending());
    added.stream().map(HubObjects::toTree).forEach(all::add);
    int surplus = Math.max(0, all.size() - MOST);
    String at = now.truncatedTo(ChronoUnit.SECONDS).toString();
    List<Dropped> lost =
        all.subList(0, surplus).stream()
            .flatMap(PendingNotices::deliveries)
            .map(each -> new Dropped(each.id(), each.to(), at, TOO_MANY))
            .toList();
    edited.put(NUMBERS, new TreeMap<>(numbers));
    edited.put(PENDING, all.subList(surplus, all.size()));
    return edited.dropped(lost).status();
  }

  private List<Map<String, Object>> pending() {
    return JsonTree.maps(tree, PENDING);
  }

  private static Stream<Delivery> deliveries(Map<String, Object> entry) {
    String id = id(entry);
    return JsonTree.texts(entry, TO).stream().map(to -> new Delivery(id, to));
  }

  private static String id(Map<String, Object> entry) {
    return Pending.id(
        JsonTree.text(entry, "rolloutUID").orElse(""),
        JsonTree.text(entry, "event").orElse(""),
        JsonTree.number(entry, "number"));
  }

  private static Map<String, Object> without(Map<String, Object> entry, Set<Delivery> gone) {
    String id = id(entry);
    Map<String, Object> left = new LinkedHashMap<>(entry);
    left.put(
        TO,
        JsonTree.texts(entry, TO).stream()
            .filter(to -> !gone.contains(new Delivery(id, to)))
            .toList());
    return left;
  }

  private PendingNotices dropped(List<Dropped> lost) {
    if (!lost.isEmpty()) {
      tree.put(DROPPED_TOTAL, JsonTree.number(tree, DROPPED_TOTAL) + lost.size());
      put(
          DROPPED,
          Stream.concat(
                  lost.stream().map(HubObjects::toTree), JsonTree.maps(tree, DROPPED).stream())
              .limit(MOST_DROPPED)
              .toList());
    }
    return this;
  }

  private void put(String field, List<Map<String, Object>> values) {
    if (values.isEmpty()) {
      tree.remove(field);
    } else {
      tree.put(field, List.copyOf(values));
    }
  }

  private void put(String field, Map<String, Long> values) {
    if (values.isEmpty()) {
      tree.remove(field);
    } else {
      tree.put(field, values);
    }
  }

  /** The field is absent where nothing is in it. */
  private Map<String, Object> status() {
    if (tree.isEmpty()) {
      status.remove(RolloutStatusTree.NOTIFICATIONS);
    } else {
      status.put(RolloutStatusTree.NOTIFICATIONS, tree);
    }
    return status;
  }
}
