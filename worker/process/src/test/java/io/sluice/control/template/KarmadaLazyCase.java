package io.sluice.control.template;

import static io.sluice.policy.JsonTree.list;
import static io.sluice.policy.JsonTree.map;
import static io.sluice.policy.JsonTree.maps;
import static io.sluice.policy.JsonTree.text;
import static io.sluice.policy.JsonTree.texts;
import static java.time.temporal.ChronoUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.client.HubObjects;
import io.sluice.policy.JsonTree;
import io.sluice.template.ResourceId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.awaitility.core.ThrowingRunnable;

/** Plays one case of the suite {@code karmada-lazy} on a hub. */
final class KarmadaLazyCase {
  private static final Duration STAYS = Duration.ofSeconds(3);

  private final PropagationHub hub;
  private final Map<String, Object> script;
  private final boolean restarting;
  private final double scale;
  private String at = "";

  /**
   * Prepares a case.
   *
   * @param restarting whether the engine is restarted after every step
   * @param scale of the times in the script; 1: as long as it says
   */
  KarmadaLazyCase(
      PropagationHub hub, Map<String, Object> script, boolean restarting, double scale) {
    this.hub = hub;
    this.script = script;
    this.restarting = restarting;
    this.scale = scale;
  }

  void play() {
    hub.clusters(texts(script, "clusters"));
    hub.start();
    int number = 0;
    for (Map<String, Object> step : maps(script, "steps")) {
      at = "step %d: %s".formatted(++number, HubObjects.json(step));
      play(step);
      if (restarting && !step.get("step").equals("engine")) {
        settle(0);
        hub.stop();
        hub.start();
      }
    }
  }

  private void play(Map<String, Object> step) {
    switch (text(step, "step").orElseThrow()) {
      case "apply" -> hub.apply(map(step, "object"));
      case "patch" ->
          hub.patch(
              ResourceId.ofReference(map(step, "ref")),
              map(step, "patch"),
              text(step, "subresource").orElse(""));
      case "delete" -> delete(step);
      case "settle" -> settle(JsonTree.number(step, "seconds"));
      case "sleep" -> awaitNextSecond();
      case "engine" -> engine(text(step, "action").orElseThrow());
      case "expectPropagation" -> expectPropagation(step);
      case "expectBoundPolicy" -> expectBoundPolicy(step);
      case "expectBinding" -> expectBinding(step);
      case "expectWork" -> expectWork(step);
      default -> throw new IllegalArgumentException("unknown step " + step);
    }
  }

  private void engine(String action) {
    if (!action.equals("start")) {
      hub.stop();
    }
    if (!action.equals("stop")) {
      hub.start();
    }
  }

  /** Where order matters, what follows is younger by the server's clock, which counts seconds. */
  private void settle(long seconds) {
    if (seconds > 0) {
      awaitNextSecond();
      hub.advance(scaled(Duration.ofSeconds(seconds)));
    }
    hub.quiet(Duration.ofMillis(150));
  }

  private Duration scaled(Duration span) {
    return Duration.ofMillis((long) (span.toMillis() * scale));
  }

  private void awaitNextSecond() {
    hub.advance(Duration.between(hub.now(), hub.now().truncatedTo(SECONDS).plusSeconds(1)));
  }

  /** Deletes what the case left, and waits until nothing follows from it. */
  void clear() {
    if (!hub.running()) {
      hub.start();
    }
    for (ResourceId id : hub.applied()) {
      at = "clearing " + id;
      if (id.kind().equals("ManagedCluster") || id.kind().equals("Namespace")) {
        continue;
      }
      hub.delete(id);
      hub.soon(() -> assertThat(hub.get(id)).as(at).isEmpty());
      hub.soon(() -> assertThat(hub.manifests(id)).as(at).isEmpty());
      hub.soon(() -> assertThat(hub.binding(id)).as(at).isEmpty());
    }
  }

  private void delete(Map<String, Object> step) {
    ResourceId id = ResourceId.ofReference(map(step, "ref"));
    hub.delete(id);
    if (!Boolean.FALSE.equals(step.get("wait"))) {
      hub.soon(() -> assertThat(hub.get(id)).as(at).isEmpty());
    }
  }

  private void expectPropagation(Map<String, Object> step) {
    ResourceId id = resource(step);
    ThrowingRunnable expectation =
        () ->
            assertThat(hub.manifests(id).keySet())
                .as(at)
                .isEqualTo(new TreeSet<>(texts(step, "clusters")));
    hub.soon(
        () -> {
          if ("stays".equals(step.get("mode"))) {
            assertThat(hub.idle()).as(at).isTrue();
          }
          expectation.run();
        });
    if ("stays".equals(step.get("mode"))) {
      hub.stays(scaled(STAYS), expectation);
    }
  }

  private void expectBoundPolicy(Map<String, Object> step) {
    ResourceId id = resource(step);
    hub.soon(
        () ->
            assertThat(PropagationHub.claim(hub.get(id).orElseThrow()))
                .as(at)
                .isEqualTo(claim(step)));
  }

  private String claim(Map<String, Object> step) {
    return step.get("policy") == null ? "" : hub.claimOf(map(step, "policy"));
  }

  private void expectBinding(Map<String, Object> step) {
    ResourceId id = resource(step);
    hub.soon(
        () -> {
          var binding = hub.binding(id);
          assertThat(binding.isPresent()).as(at).isEqualTo(step.get("exists"));
          binding.ifPresent(
              found -> {
                assertContains(HubObjects.part(found, "spec"), map(step, "specContains"));
                if (step.containsKey("policy")) {
                  assertThat(PropagationHub.claim(found)).as(at).isEqualTo(claim(step));
                }
              });
        });
  }

  private void expectWork(Map<String, Object> step) {
    ResourceId id = resource(step);
    String cluster = text(step, "cluster").orElseThrow();
    hub.soon(
        () -> {
          assertThat(hub.manifests(id)).as(at).containsKey(cluster);
          assertContains(hub.manifests(id).get(cluster), map(step, "manifestContains"));
        });
  }

  /** Objects by key, lists by position and equal length. */
  private void assertContains(Object actual, Object expected) {
    if (expected instanceof Map<?, ?>) {
      map(expected).forEach((key, value) -> assertContains(map(actual).get(key), value));
    } else if (expected instanceof List<?> items) {
      assertThat(actual).as(at).isInstanceOf(List.class);
      List<Object> found = list(Map.of("it", actual), "it");
      assertThat(found).as(at).hasSameSizeAs(items);
      for (int i = 0; i < items.size(); i++) {
        assertContains(found.get(i), items.get(i));
      }
    } else {
      assertThat(actual).as(at).isEqualTo(expected);
    }
  }

  private ResourceId resource(Map<String, Object> step) {
    return ResourceId.ofReference(
        map(map(script, "aliases"), text(step, "resource").orElseThrow()));
  }
}
