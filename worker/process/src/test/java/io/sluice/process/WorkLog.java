package io.sluice.process;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.template.KarmadaKinds;
import io.sluice.policy.JsonTree;
import io.sluice.template.KarmadaKeys;
import io.sluice.template.ResourceId;
import io.sluice.template.work.WorkRenderer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Records every state of the Works of a template in order, and finds what came before its turn
 * (lazy-activation 3).
 */
final class WorkLog implements AutoCloseable {
  private final ResourceId template;
  private final Watch watch;
  private final List<Moment> moments = new ArrayList<>();

  /** By cluster: what the hub has at the last moment before those recorded. */
  private Map<String, Moment> before = new TreeMap<>();

  private record Moment(String cluster, boolean gone, GenericKubernetesResource work) {
    String text() {
      Map<String, Object> metadata =
          JsonTree.map(WorkRenderer.manifest(HubObjects.part(work, "spec")), "metadata");
      return JsonTree.text(JsonTree.map(metadata, "labels"), "text").orElse("");
    }

    /** Names what was written: another spec is another generation. */
    String version() {
      return work.getMetadata().getUid() + "/" + HubObjects.generation(work);
    }

    boolean healthy() {
      Map<String, Object> status = HubObjects.part(work, "status");
      return JsonTree.maps(status, "conditions").stream()
              .anyMatch(
                  condition ->
                      "Applied".equals(condition.get("type"))
                          && "True".equals(condition.get("status"))
                          && JsonTree.number(condition, "observedGeneration")
                              == HubObjects.generation(work))
          && JsonTree.maps(status, "manifestStatuses").stream()
              .allMatch(reflected -> "Healthy".equals(reflected.get("health")));
    }
  }

  WorkLog(KubernetesClient client, ResourceId template) {
    this.template = template;
    watch =
        client
            .genericKubernetesResources(KarmadaKinds.WORK)
            .inAnyNamespace()
            .watch(
                new Watcher<GenericKubernetesResource>() {
                  @Override
                  public void eventReceived(Action action, GenericKubernetesResource work) {
                    add(work, action == Action.DELETED);
                  }

                  @Override
                  public void onClose(WatcherException cause) {
                    throw new IllegalStateException("the log has a gap", cause);
                  }
                });
  }

  private synchronized void add(GenericKubernetesResource work, boolean gone) {
    ResourceId id = ResourceId.of(WorkRenderer.manifest(HubObjects.part(work, "spec")));
    if (id.equals(template)) {
      String cluster =
          work.getMetadata().getNamespace().substring(KarmadaKeys.EXECUTION_NAMESPACE.length());
      moments.add(new Moment(cluster, gone, work));
    }
  }

  /** Forgets how it came to what is there. */
  synchronized void begin() {
    before = last();
    moments.clear();
  }

  private Map<String, Moment> last() {
    Map<String, Moment> last = new TreeMap<>(before);
    moments.forEach(moment -> put(last, moment));
    return last;
  }

  private static void put(Map<String, Moment> present, Moment moment) {
    if (moment.gone()) {
      present.remove(moment.cluster());
    } else {
      present.put(moment.cluster(), moment);
    }
  }

  /** Returns the text that each cluster has at the end. */
  synchronized Map<String, String> texts() {
    Map<String, String> texts = new TreeMap<>();
    last().forEach((cluster, moment) -> texts.put(cluster, moment.text()));
    return texts;
  }

  /** Returns the clusters that are healthy at the end. */
  synchronized Set<String> healthy() {
    Map<String, Moment> last = last();
    last.values().removeIf(moment -> !moment.healthy());
    return last.keySet();
  }

  /** Returns what was written to each cluster, in order; {@code -} where its Work went. */
  synchronized Map<String, List<String>> written() {
    Map<String, List<String>> written = new TreeMap<>();
    Map<String, Moment> present = new TreeMap<>(before);
    for (Moment moment : moments) {
      Optional<Moment> former = Optional.ofNullable(present.get(moment.cluster()));
      if (moment.gone()) {
        of(written, moment).add("-");
      } else if (former.filter(same -> same.version().equals(moment.version())).isEmpty()) {
        of(written, moment).add(moment.text());
      }
      put(present, moment);
    }
    return written;
  }

  private static List<String> of(Map<String, List<String>> written, Moment moment) {
    return written.computeIfAbsent(moment.cluster(), cluster -> new ArrayList<>());
  }

  /**
   * Returns the clusters whose Work was written, or went, before all clusters of the groups before
   * had that text and were healthy.
   *
   * @param groups clusters that get the text, in their order; all others leave after the last
   */
  synchronized List<String> early(String text, List<List<String>> groups) {
    List<String> early = new ArrayList<>();
    Map<String, Moment> present = new TreeMap<>(before);
    for (Moment moment : moments) {
      Optional<String> former =
          Optional.ofNullable(present.get(moment.cluster())).map(Moment::text);
      boolean gets = !moment.gone() && !former.equals(Optional.of(moment.text()));
      if (gets || moment.gone()) {
        groups.stream()
            .takeWhile(group -> moment.gone() || !group.contains(moment.cluster()))
            .flatMap(List::stream)
            .filter(other -> !succeeded(Optional.ofNullable(present.get(other)), text))
            .map(other -> moment.cluster() + " before " + other)
            .forEach(early::add);
      }
      put(present, moment);
    }
    return early;
  }

  private static boolean succeeded(Optional<Moment> present, String text) {
    return present.filter(moment -> moment.text().equals(text) && moment.healthy()).isPresent();
  }

  @Override
  public void close() {
    watch.close();
  }
}
