package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.policy.PolicyName;
import io.sluice.process.Patience;
import io.sluice.tools.request.RolloutRequester;
import io.sluice.tools.status.StatusReader;
import io.sluice.tools.status.StatusView;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Plays {@code deploy/examples/beside} on a hub with a simulated propagator (policy-propagation
 * 5.3, 14).
 */
@Tag("nightly")
@Timeout(300)
class SelectiveEnforcementExamplesTest {
  /** The bindings enforce by themselves; a restricted one adds no cluster. */
  @ParameterizedTest
  @CsvSource({
    "simple-selection,   a b c d,     a b",
    "no-sub-filter,      a b c d e f, a b e f",
    "with-sub-filter,    a b c d,     a b",
    "several-placements, a b c d e f, a b e f",
    "no-overlap,         a b c d,     ''",
  })
  void theBindingsEnforceAtOnceAndTheRolloutEnforcesTheOthersGroupByGroup(
      String example, String bound, String enforced) throws InterruptedException {
    Path manifests = Path.of(ExamplesFolder.path("beside"), example);
    PolicyName policy = new PolicyName("selective-enforcement", example);
    Set<String> replicas = clusters(bound);
    Set<String> byBindings = clusters(enforced);
    try (DemoEnvironment environment = open(manifests);
        KubernetesClient hub = environment.servers().connect();
        EnforcementLog log = new EnforcementLog(hub, policy)) {
      StatusReader reader = new StatusReader(hub);
      await(() -> view(reader, policy).waitsForApproval());
      assertThat(view(reader, policy).unapproved()).contains("canary", "");
      assertThat(log.replicas()).isEqualTo(replicas);
      assertThat(log.enforced()).isEqualTo(byBindings);

      RolloutRequester.of(hub, policy).approve(Optional.of("canary"));
      Set<String> canaries = new TreeSet<>(byBindings);
      canaries.addAll(byBindings.isEmpty() ? clusters("a c") : clusters("c"));
      await(() -> log.enforced().equals(canaries));
      await(() -> view(reader, policy).waitsForApproval());
      assertThat(log.enforced()).isEqualTo(canaries);

      RolloutRequester.of(hub, policy).approve(Optional.empty());
      await(() -> view(reader, policy).outcome().isPresent());
      assertThat(view(reader, policy).outcome()).contains("Succeeded");
      PropagatorView propagator = environment.propagator().orElseThrow();
      await(() -> propagator.enforcement().isPresent() && propagator.released());
      await(() -> log.enforced().equals(byBindings));

      List<String> began = log.began();
      assertThat(began).doesNotHaveDuplicates().hasSameElementsAs(replicas);
      assertThat(Set.copyOf(began.subList(0, canaries.size()))).isEqualTo(canaries);
      assertThat(log.replicas()).isEqualTo(replicas);
      assertThat(view(reader, policy).phase()).contains("Done");
    }
  }

  private static DemoEnvironment open(Path manifests) throws InterruptedException {
    DemoSettings settings = DemoTest.beside(Optional.of(manifests));
    return DemoEnvironment.open(
        settings, Examples.read(settings.examples(), settings.kind()), line -> {});
  }

  static Set<String> clusters(String letters) {
    Set<String> clusters = new TreeSet<>();
    Arrays.stream(letters.split(" "))
        .filter(letter -> !letter.isEmpty())
        .forEach(letter -> clusters.add("cluster-" + letter));
    return clusters;
  }

  static StatusView view(StatusReader reader, PolicyName policy) {
    return reader.read(policy, "Cannot show " + policy);
  }

  static void await(Callable<Boolean> condition) {
    Patience.await().pollInterval(Duration.ofMillis(50)).until(condition);
  }
}
