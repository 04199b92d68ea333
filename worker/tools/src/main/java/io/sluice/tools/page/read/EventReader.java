package io.sluice.tools.page.read;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.tools.page.model.RolloutName;
import io.sluice.tools.page.model.TimelineEntry;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads the Events of a Rollout object as entries of its timeline. */
final class EventReader {
  private static final String PREFIX = "Rollout";
  private static final int BAD_REQUEST = 400;

  private final KubernetesClient client;

  EventReader(KubernetesClient client) {
    this.client = requireNonNull(client, "client is null");
  }

  /** Returns the newest entries, the newest first. */
  List<TimelineEntry> read(RolloutName rollout, int most) {
    return events(rollout).stream()
        .filter(event -> concerns(event, rollout))
        .flatMap(event -> entry(event).stream())
        .sorted(Comparator.comparing(TimelineEntry::at).reversed())
        .limit(most)
        .toList();
  }

  private List<GenericKubernetesResource> events(RolloutName rollout) {
    var all = client.genericKubernetesResources(Kinds.EVENT).inNamespace(rollout.namespace());
    try {
      return all.withField("regarding.name", rollout.name()).list().getItems();
    } catch (KubernetesClientException e) {
      if (e.getCode() != BAD_REQUEST) {
        throw e;
      }
      return all.list().getItems();
    }
  }

  private static boolean concerns(GenericKubernetesResource event, RolloutName rollout) {
    Map<String, Object> regarding = HubObjects.part(event, "regarding");
    return Kinds.ROLLOUT.getKind().equals(regarding.get("kind"))
        && rollout.name().equals(regarding.get("name"));
  }

  private static Optional<TimelineEntry> entry(GenericKubernetesResource event) {
    Map<String, Object> tree = HubObjects.tree(event);
    return time(event)
        .map(
            at ->
                new TimelineEntry(
                    at,
                    title(JsonTree.text(tree, "reason").orElse("")),
                    JsonTree.text(tree, "note").orElse(""),
                    "Warning".equals(tree.get("type"))));
  }

  private static Optional<Instant> time(GenericKubernetesResource event) {
    Map<String, Object> tree = HubObjects.tree(event);
    String text =
        JsonTree.text(tree, "eventTime").orElse(event.getMetadata().getCreationTimestamp());
    try {
      return Optional.ofNullable(text).map(Instant::parse);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /**
   * Formats {@code RolloutHalted} as {@code Halted}, {@code GroupStarted} as it is in a sentence.
   */
  private static String title(String reason) {
    String shorter =
        reason.startsWith(PREFIX) && reason.length() > PREFIX.length()
            ? reason.substring(PREFIX.length())
            : reason;
    String spaced = shorter.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    return spaced.isEmpty() ? "" : Character.toUpperCase(spaced.charAt(0)) + spaced.substring(1);
  }
}
