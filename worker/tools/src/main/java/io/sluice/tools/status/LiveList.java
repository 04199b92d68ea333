package io.sluice.tools.status;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.sluice.hub.crd.Kinds;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.ShutdownSignal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Follows the rollouts of a namespace, or of all, until Ctrl-C.
 *
 * <p>An informer lists anew what a lost watch may have missed; a rollout whose row is the same as
 * before is not reported again.
 */
final class LiveList {
  private static final Duration TICK = Duration.ofMillis(200);

  private final BlockingQueue<RolloutSummary> changes = new LinkedBlockingQueue<>();
  private final Map<String, Object> shown = new HashMap<>();
  private final Consumer<RolloutSummary> printer;
  private final RolloutTable rows;

  /**
   * Prepares it.
   *
   * @param rows decides whether two versions of a rollout look the same
   * @param printer is called for every change
   */
  LiveList(RolloutTable rows, Consumer<RolloutSummary> printer) {
    this.rows = requireNonNull(rows, "rows is null");
    this.printer = requireNonNull(printer, "printer is null");
  }

  /**
   * Follows them.
   *
   * @param listed those that are shown already
   */
  int run(
      KubernetesClient client,
      Optional<String> namespace,
      List<RolloutSummary> listed,
      ShutdownSignal signal) {
    listed.forEach(summary -> shown.put(key(summary), rows.content(summary)));
    try (SharedIndexInformer<GenericKubernetesResource> informer = informer(client, namespace)) {
      informer.exceptionHandler((started, failure) -> true);
      informer.start();
      while (!signal.comes(TICK)) {
        List<RolloutSummary> arrived = new ArrayList<>();
        changes.drainTo(arrived);
        arrived.forEach(this::show);
      }
    }
    return ExitCodes.STOPPED;
  }

  private SharedIndexInformer<GenericKubernetesResource> informer(
      KubernetesClient client, Optional<String> namespace) {
    return namespace
        .map(
            name ->
                client
                    .genericKubernetesResources(Kinds.ROLLOUT)
                    .inNamespace(name)
                    .runnableInformer(0))
        .orElseGet(
            () ->
                client
                    .genericKubernetesResources(Kinds.ROLLOUT)
                    .inAnyNamespace()
                    .runnableInformer(0))
        .addEventHandler(new Handler());
  }

  private void show(RolloutSummary summary) {
    Object content = rows.content(summary);
    if (!content.equals(shown.put(key(summary), content))) {
      printer.accept(summary);
    }
  }

  private static String key(RolloutSummary summary) {
    return summary.target().namespace() + "/" + summary.target().rolloutName();
  }

  /** Passes every version of an object on; the last one of a deleted object as such. */
  private final class Handler implements ResourceEventHandler<GenericKubernetesResource> {
    @Override
    public void onAdd(GenericKubernetesResource object) {
      RolloutSummary.of(object).ifPresent(changes::add);
    }

    @Override
    public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource object) {
      RolloutSummary.of(object).ifPresent(changes::add);
    }

    @Override
    public void onDelete(GenericKubernetesResource object, boolean unknown) {
      RolloutSummary.of(object).map(RolloutSummary::deleted).ifPresent(changes::add);
    }
  }
}
