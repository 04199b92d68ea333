package io.sluice.control.template;

import static io.sluice.control.template.TemplateControllerTest.policy;
import static io.sluice.control.template.TemplateControllerTest.web;
import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubClient;
import io.sluice.policy.JsonTree;
import io.sluice.process.RandomSeed;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RecordedWrite;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.template.ResourceId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Plays random edits of a policy and of a template on a hub that fails: answers are lost, writes
 * meet conflicts and errors, watches break, the process ends. Whatever fails, members get what was
 * activated, and nothing that waits is given to them for a moment.
 *
 * <p>Repeat one world with {@code -Dsluice.seed=42}; {@code -Dsluice.faults=20} plays that many,
 * and {@code -Dsluice.seeds=new} new ones.
 */
@Tag("nightly")
@Timeout(600)
class PropagationFaultsTest {
  private static final int WORLDS = Integer.getInteger("sluice.faults", 3);
  private static final int STEPS = 8;

  @Test
  void nothingThatTheHubDoesMovesAPendingEditAndEveryActivationArrives() {
    long seed = RandomSeed.of("sluice.seed");
    int worlds = Long.getLong("sluice.seed") == null ? WORLDS : 1;
    for (int i = 0; i < worlds; i++) {
      try (World world = new World(seed + i)) {
        world.play();
      }
    }
  }

  private static final class World implements AutoCloseable {
    private static final ResourceId WEB = new ResourceId("apps/v1", "Deployment", "default", "web");
    private static final ResourceId POLICY =
        new ResourceId("policy.karmada.io/v1alpha1", "PropagationPolicy", "default", "pp");
    private static final List<String> CLUSTERS = List.of("c1", "c2", "c3");

    /** What Sluice writes, and the user of these worlds does not. */
    private static final List<RequestMatcher> WRITES =
        List.of(
            write("create", "Work"),
            write("update", "Work"),
            write("delete", "Work"),
            write("create", "ResourceBinding"),
            write("update", "ResourceBinding"),
            write("patch", "ResourceBinding"),
            write("patch", "Deployment"),
            write("patch", "PropagationPolicy"),
            write("create", "Namespace"));

    private final long seed;
    private final Random random;
    private final List<String> story = new ArrayList<>();
    private final EmbeddedHub server = EmbeddedHub.start(0);
    private final PropagationHub hub = new PropagationHub(HubClient.ofUrl(server.url()));

    // What the user wrote.
    private Optional<List<String>> placement = Optional.empty();
    private boolean lazy;
    private int content = 1;

    // What the members must have.
    private List<String> active = List.of();
    private int activeContent;

    World(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
    }

    private static RequestMatcher write(String verb, String kind) {
      return RequestMatcher.anything().verb(verb).kind(kind);
    }

    void play() {
      hub.clusters(CLUSTERS);
      hub.apply(web(content));
      Instant created = Instant.now();
      hub.start();
      // What is older shows in whole seconds.
      await().until(() -> Instant.now().getEpochSecond() > created.getEpochSecond());
      hub.quiet();
      for (int step = 0; step < STEPS; step++) {
        step();
      }
    }

    private void step() {
      List<String> before = active;
      int contentBefore = activeContent;
      server.forgetRequests();
      for (int faults = random.nextInt(3); faults >= 0; faults--) {
        inject();
      }
      boolean down = random.nextInt(4) == 0;
      if (down) {
        story.add("stop");
        hub.stop();
      }
      act();
      if (down) {
        hub.start();
      }
      hub.soon(
          () -> {
            assertThat(members()).as(tale()).isEqualTo(expected());
            assertThat(hub.get(POLICY).isPresent()).as(tale()).isEqualTo(placement.isPresent());
          });
      hub.quiet();
      assertThat(members()).as(tale()).isEqualTo(expected());
      if (before.equals(active) && contentBefore == activeContent) {
        assertThat(server.writes())
            .as(tale())
            .filteredOn(RecordedWrite::succeeded)
            .noneMatch(write -> write.resource().equals("works"));
      }
      server.faults().clear();
    }

    private void inject() {
      int times = 1 + random.nextInt(2);
      if (random.nextInt(4) == 0) {
        Fault broken = random.nextBoolean() ? Fault.watchCut() : Fault.watchExpired();
        server.faults().inject(RequestMatcher.anything().verb("watch"), broken, 3 * times);
        story.add("watches break");
        return;
      }
      int where = random.nextInt(WRITES.size());
      int effect = random.nextInt(3);
      Fault fault = List.of(Fault.lostAnswer(), Fault.conflict(), Fault.error(500)).get(effect);
      server.faults().inject(WRITES.get(where), fault, times);
      story.add(
          List.of("lost answer", "conflict", "error").get(effect)
              + " "
              + WRITES.get(where).wanted());
    }

    private void act() {
      switch (random.nextInt(5)) {
        case 0 -> delete();
        case 1, 2 -> edit();
        default -> touch();
      }
    }

    private void edit() {
      List<String> chosen = CLUSTERS.stream().filter(cluster -> random.nextBoolean()).toList();
      placement = Optional.of(chosen.isEmpty() ? List.of("c1") : chosen);
      lazy = random.nextInt(3) > 0;
      story.add("policy " + placement.get() + (lazy ? " Lazy" : ""));
      Map<String, Object> policy = policy(Map.of("clusterNames", placement.get()), Map.of());
      Map<String, Object> spec = new LinkedHashMap<>(JsonTree.map(policy, "spec"));
      if (lazy) {
        spec.put("activationPreference", "Lazy");
      }
      policy.put("spec", spec);
      if (hub.get(POLICY).isEmpty()) {
        hub.apply(policy);
      } else {
        replace(POLICY, spec);
      }
      if (!lazy) {
        activate();
      }
    }

    private void delete() {
      story.add("no policy");
      if (placement.isPresent()) {
        hub.delete(POLICY);
      }
      placement = Optional.empty();
    }

    private void touch() {
      content++;
      story.add("content " + content);
      replace(WEB, Map.of("replicas", content));
      if (placement.isPresent()) {
        activate();
      }
    }

    private void activate() {
      active = placement.orElseThrow();
      activeContent = content;
    }

    /** Writes a spec; Sluice may have written the object meanwhile. */
    private void replace(ResourceId id, Map<String, Object> spec) {
      await()
          .until(
              () -> {
                GenericKubernetesResource present = hub.get(id).orElseThrow();
                present.setAdditionalProperty("spec", spec);
                try {
                  hub.update(id, present);
                  return true;
                } catch (KubernetesClientException e) {
                  assertThat(e.getCode()).isEqualTo(HubApi.CONFLICT);
                  return false;
                }
              });
    }

    private Map<String, Object> expected() {
      Map<String, Object> expected = new TreeMap<>();
      active.forEach(cluster -> expected.put(cluster, activeContent));
      return expected;
    }

    private Map<String, Object> members() {
      Map<String, Object> members = new TreeMap<>();
      hub.manifests(WEB)
          .forEach(
              (cluster, manifest) ->
                  members.put(
                      cluster, (int) JsonTree.number(JsonTree.map(manifest, "spec"), "replicas")));
      return members;
    }

    private String tale() {
      return "-Dsluice.seed=%d\n%s\n%s"
          .formatted(seed, String.join("\n", story), String.join("\n", hub.events));
    }

    @Override
    public void close() {
      hub.close();
      server.close();
    }
  }
}
