package io.sluice.demo;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyName;
import io.sluice.process.Patience;
import io.sluice.process.Sluice;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.settings.ModeSetting;
import io.sluice.settings.Settings;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.simulator.spoke.SpokeDelays;
import io.sluice.simulator.spoke.SpokeFleet;
import io.sluice.tools.status.PendingRevision;
import io.sluice.tools.status.StatusReader;
import io.sluice.tools.status.StatusView;
import io.sluice.tools.terminal.Terminal;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import picocli.CommandLine;

/**
 * Plays a rollout up to a moment and stops worker and clusters there: hub and Temporal keep what
 * they have, for commands.
 */
public final class FrozenScene implements AutoCloseable {
  private static final Duration MOMENT = Duration.ofMillis(100);
  private static final SpokeBehaviour QUICK =
      SpokeBehaviour.ORDINARY.withDelays(
          SpokeDelays.OBSERVED
              .withSync(Duration.ZERO, MOMENT)
              .withEvaluation(Duration.ZERO, MOMENT)
              .withEvaluationBackoff(MOMENT)
              .withReport(Duration.ZERO, MOMENT));

  /** Shorter than in the examples: nothing is to wait for that fails. */
  private static final String DEADLINE =
      "{\"spec\": {\"rolloutStrategy\": {\"manualPerGroup\": {\"progressDeadline\": \"4s\"}}}}";

  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final TemporalInMemory temporal =
      TemporalInMemory.start(0, Settings.DEFAULTS.temporalNamespace());
  private final KubernetesClient client = HubClient.ofUrl(hub.url());
  private final Examples examples;
  private Object spec;
  private Instant frozen;

  private FrozenScene(Examples examples) {
    this.examples = examples;
  }

  /** Adds the commands that only the demo's jar has. */
  public static void addCommands(CommandLine line, Terminal terminal) {
    DemoMain.addCommands(line, terminal);
  }

  /** Returns the examples of the demo, at the moment at which group prod waits for an approval. */
  public static FrozenScene waiting() throws InterruptedException {
    return new FrozenScene(Examples.read(Optional.empty()))
        .play(0, Optional.empty(), StatusView::waitsForApproval);
  }

  /** Returns the same with two clusters that fail: the rollout has halted and closed. */
  public static FrozenScene halted() throws InterruptedException {
    return new FrozenScene(Examples.read(Optional.empty()))
        .play(2, Optional.empty(), FrozenScene::closed);
  }

  /** Returns the lazy example with an edit of its placement, which is pending. */
  public static FrozenScene pending() throws InterruptedException {
    Path folder = Path.of(ExamplesFolder.path("lazy"));
    return new FrozenScene(Examples.read(Optional.of(folder)))
        .play(
            0,
            Optional.of(folder.resolve("placement-edit.yaml")),
            view -> closed(view) && waits(view));
  }

  private static boolean closed(StatusView view) {
    return view.outcome().isPresent() && !Boolean.TRUE.equals(view.status().runOpen);
  }

  private static boolean waits(StatusView view) {
    return view.status().activation != null
        && PendingRevision.of(view.status().activation).isPresent();
  }

  private FrozenScene play(int failing, Optional<Path> edit, Predicate<StatusView> until)
      throws InterruptedException {
    Deque<Runnable> closing = new ArrayDeque<>();
    try {
      new ExampleLoader(client).load(examples);
      if (failing > 0) {
        policyObject().patch(PatchContext.of(PatchType.JSON_MERGE), DEADLINE);
      }
      SpokeBehaviours behaviours = SpokeBehaviours.all(QUICK);
      for (String cluster : examples.failing(failing)) {
        behaviours = behaviours.butFor(cluster, QUICK.neverCompliant());
      }
      KubernetesClient spokes = HubClient.ofUrl(hub.url());
      closing.push(spokes::close);
      closing.push(SpokeFleet.start(spokes, examples.clusters(), behaviours, 7)::close);
      KubernetesClient worker = HubClient.ofUrl(hub.url());
      closing.push(worker::close);
      closing.push(Sluice.start(worker, temporal.stubs(), settings())::close);
      if (edit.isPresent()) {
        await(FrozenScene::closed);
        edit(edit.get());
      }
      await(until);
      frozen = Instant.now();
    } finally {
      closing.forEach(Runnable::run);
    }
    spec = rollout().get().getAdditionalProperties().getOrDefault("spec", Map.of());
    return this;
  }

  private static Settings settings() {
    return Settings.DEFAULTS.with(
        all ->
            all.soakFloor(Duration.ofMillis(200))
                .weakSoakFloor(Duration.ofMillis(200))
                .stickyTimeout(Duration.ZERO)
                .placements(DemoPlacementController.SETTINGS)
                .mode(ModeSetting.STANDALONE));
  }

  private void edit(Path file) {
    try {
      GenericKubernetesResource edit =
          Serialization.unmarshal(Files.readString(file), GenericKubernetesResource.class);
      client
          .resource(edit)
          .patch(PatchContext.of(PatchType.JSON_MERGE), HubObjects.json(HubObjects.tree(edit)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void await(Predicate<StatusView> moment) {
    Awaitility.await()
        .atMost(Patience.MOST)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> moment.test(view()));
  }

  private StatusView view() {
    return new StatusReader(client).read(policy(), "Cannot show " + policy());
  }

  private Resource<GenericKubernetesResource> policyObject() {
    return client
        .genericKubernetesResources(Kinds.POLICY)
        .inNamespace(policy().namespace())
        .withName(policy().name());
  }

  private Resource<GenericKubernetesResource> rollout() {
    return client
        .genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace(policy().namespace())
        .withName(policy().rolloutName());
  }

  /** Takes back what commands have asked for. */
  public void restore() {
    GenericKubernetesResource now = rollout().get();
    if (!spec.equals(now.getAdditionalProperties().getOrDefault("spec", Map.of()))) {
      now.setAdditionalProperty("spec", spec);
      GenericKubernetesResource restored = client.resource(now).update();
      // A status of a former spec would be waited for.
      Map<String, Object> status = new TreeMap<>(HubObjects.part(restored, "status"));
      status.put("observedGeneration", restored.getMetadata().getGeneration());
      restored.setAdditionalProperty("status", status);
      client.resource(restored).updateStatus();
    }
  }

  public String url() {
    return hub.url();
  }

  public String temporal() {
    return temporal.address();
  }

  public PolicyName policy() {
    return examples.policy();
  }

  public List<String> clusters() {
    return examples.clusters();
  }

  /** Returns the moment at which the scene was stopped. */
  public Instant frozen() {
    return frozen;
  }

  /** Writes the history of the run, as Temporal's tools download it. */
  public Path history(Path file) {
    String history =
        WorkflowClient.newInstance(
                temporal.stubs(),
                WorkflowClientOptions.newBuilder()
                    .setNamespace(Settings.DEFAULTS.temporalNamespace())
                    .build())
            .fetchHistory(HubName.DEFAULT.workflowId(policy()))
            .toJson(true);
    try {
      return Files.writeString(file, history);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    client.close();
    temporal.close();
    hub.close();
  }
}
