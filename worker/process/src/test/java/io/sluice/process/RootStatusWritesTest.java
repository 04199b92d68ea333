package io.sluice.process;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.settings.Settings;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Looks at every status of a root that Sluice writes. */
@Tag("nightly")
@Timeout(300)
class RootStatusWritesTest {
  private static final Duration SOON = Patience.MOST;
  private static final String STRATEGY = "{type: ProgressivePerGroup}";

  private final RolloutFixture fixture = RolloutFixture.of("dev=d1,d2", "prod=p1");
  private final Queue<Map<String, Object>> statuses = new ConcurrentLinkedQueue<>();

  @AfterEach
  void close() {
    fixture.close();
  }

  private Watch watch() {
    return fixture
        .client()
        .genericKubernetesResources(Kinds.POLICY)
        .inNamespace(fixture.namespace())
        .withName("web")
        .watch(
            new Watcher<>() {
              @Override
              public void eventReceived(Action action, GenericKubernetesResource root) {
                statuses.add(RolloutFixture.part(root, "status"));
              }

              @Override
              public void onClose(WatcherException cause) {}
            });
  }

  private static List<Object> words(Map<String, Object> status) {
    return new ArrayList<>(
        JsonTree.maps(status, "status").stream().map(row -> row.get("rolloutStatus")).toList());
  }

  @Test
  void theRowsAndTheWholeAreOfOneAttemptAlsoRightAfterAnEdit() {
    Settings settings = RolloutFixture.QUICK.with(all -> all.rootStatusEvery(Duration.ofMillis(1)));
    fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(settings);
    fixture.policy("one", STRATEGY);
    fixture.awaitPhase(SOON, "Done");
    await()
        .until(
            () ->
                "Succeeded"
                    .equals(RolloutFixture.part(fixture.root(), "status").get("rolloutStatus")));
    Watch watch = watch();
    try {
      fixture.policy("two", STRATEGY);
      await()
          .until(
              () -> statuses.stream().anyMatch(s -> "Progressing".equals(s.get("rolloutStatus"))));
      await()
          .until(() -> statuses.stream().anyMatch(s -> "ToApply".equals(s.get("rolloutStatus"))));
      fixture.awaitPhase(SOON, "Done");
    } finally {
      watch.close();
    }
    assertThat(statuses)
        .filteredOn(status -> "Succeeded".equals(status.get("rolloutStatus")))
        .isNotEmpty()
        .allSatisfy(status -> assertThat(words(status)).containsOnly("Succeeded"));
  }
}
