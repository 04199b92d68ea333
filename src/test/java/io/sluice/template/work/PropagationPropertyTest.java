package io.sluice.template.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.activation.ActivationRecord;
import io.sluice.activation.ContentFingerprint;
import io.sluice.activation.Fingerprinter;
import io.sluice.activation.RandomWorlds;
import io.sluice.activation.UserView;
import io.sluice.template.KarmadaKeys;
import io.sluice.template.OwnerResolver;
import io.sluice.template.PolicyClaim;
import io.sluice.template.PropagationPolicy;
import io.sluice.template.PropagationPolicyParser;
import io.sluice.template.ResourceTemplate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Plays random edits of policies and of a template, with handovers, lost events, crashes between
 * writes and restarts; repeat one with {@code -Dsluice.seed=42}.
 */
class PropagationPropertyTest {
  private static final int WORLDS = 1_000;
  private static final int STEPS = 60;

  @Test
  void aLazyOwnerMovesNothingUntilItsTemplateChanges() {
    RandomWorlds.play(WORLDS, STEPS, World::new);
  }

  private static final class World implements RandomWorlds.World {
    private static final Map<String, Map<String, String>> INVENTORY =
        Map.of("c0", Map.of(), "c1", Map.of(), "c2", Map.of());

    private final long seed;
    private final Random random;
    private final UserView view = new UserView(Set.of());
    private final Fingerprinter fingerprints = new Fingerprinter(view, new byte[] {1});
    private final List<String> story = new ArrayList<>();
    private final Map<String, Map<String, Object>> policies = new TreeMap<>();
    private final Instant created;
    private int waited;
    private int activated;
    private Instant now = Instant.parse("2026-03-01T10:00:00Z");
    private int ids;

    // The template, with what is stored on it.
    private int content;
    private String app = "x";
    private Optional<PolicyClaim> claim = Optional.empty();
    private Optional<ContentFingerprint> seen = Optional.empty();

    // The binding.
    private Optional<Map<String, Object>> snapshot = Optional.empty();
    private Optional<ActivationRecord> record = Optional.empty();
    private List<String> clusters = List.of();

    // In memory.
    private Optional<ContentFingerprint> noted = Optional.empty();

    // What the user did since the last decision that was stored, or since the first look.
    private Optional<String> known = Optional.empty();

    World(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
      if (random.nextBoolean()) {
        policy("a");
      }
      now = now.plusSeconds(5);
      created = now;
      arrive();
    }

    @Override
    public int waited() {
      return waited;
    }

    @Override
    public int activated() {
      return activated;
    }

    @Override
    public void step() {
      now = now.plusSeconds(1 + random.nextInt(5));
      String name = List.of("a", "b", "c").get(random.nextInt(3));
      switch (random.nextInt(9)) {
        case 0, 1, 2 -> policy(name);
        case 3 -> {
          policies.remove(name);
          story.add("delete " + name);
        }
        case 4 -> {
          content = random.nextInt(5);
          story.add("content " + content);
          arrive();
        }
        case 5 -> {
          app = random.nextBoolean() ? "x" : "y";
          story.add("app " + app);
          arrive();
        }
        case 6 -> {
          claim = Optional.empty();
          story.add("claim stripped");
          arrive();
        }
        case 7 -> restart();
        default -> story.add("nothing");
      }
      if (random.nextInt(3) > 0) {
        decide(random.nextInt(4));
      }
    }

    private void policy(String name) {
      Map<String, Object> selector = new LinkedHashMap<>();
      selector.put("apiVersion", "v1");
      selector.put("kind", "ConfigMap");
      if (random.nextBoolean()) {
        selector.put("name", "web");
      } else if (random.nextBoolean()) {
        selector.put("labelSelector", Map.of("matchLabels", Map.of("app", "x")));
      }
      Map<String, Object> spec = new LinkedHashMap<>();
      spec.put("resourceSelectors", List.of(selector));
      spec.put("priority", random.nextInt(3));
      if (random.nextBoolean()) {
        spec.put("preemption", "Always");
      }
      if (random.nextInt(3) > 0) {
        spec.put("activationPreference", random.nextInt(8) == 0 ? "Unknown" : "Lazy");
      }
      spec.put(
          "placement",
          Map.of("clusterAffinity", Map.of("clusterNames", List.of("c" + random.nextInt(3)))));
      boolean wide = name.equals("c");
      Map<String, Object> metadata = new LinkedHashMap<>();
      metadata.put("name", name);
      if (!wide) {
        metadata.put("namespace", "default");
      }
      metadata.put("generation", 2);
      metadata.put("creationTimestamp", now.toString());
      metadata.put(
          "managedFields",
          List.of(Map.of("time", now.toString(), "fieldsV1", Map.of("f:spec", Map.of()))));
      Object former = policies.containsKey(name) ? policies.get(name).get("metadata") : null;
      Object labels =
          former instanceof Map<?, ?> known && random.nextInt(4) > 0
              ? known.get("labels")
              : Map.of(wide ? KarmadaKeys.CLUSTER_POLICY_ID : KarmadaKeys.POLICY_ID, "id" + ids++);
      metadata.put("labels", labels);
      policies.put(name, Map.of("metadata", metadata, "spec", spec));
      story.add(name + " " + spec + " " + labels);
    }

    private void restart() {
      story.add("restart");
      noted = Optional.empty();
      if (snapshot.isEmpty() && seen.isEmpty()) {
        known = Optional.empty();
      }
      arrive();
    }

    /** An event of the template arrives: it is noted while no policy matches. */
    private void arrive() {
      boolean matched = policies().stream().anyMatch(policy -> policy.matches(template()));
      if (claim.isEmpty() && !matched && noted.isEmpty()) {
        noted = Optional.of(fingerprints.of(template().object()));
        if (snapshot.isEmpty() && seen.isEmpty() && known.isEmpty()) {
          known = Optional.of(state());
        }
      }
    }

    private String state() {
      return content + app;
    }

    private void decide(int crash) {
      TemplateFacts facts = facts();
      TemplatePlan plan = TemplatePlanner.plan(view, facts, now);
      boolean activates = plan.decision().match(a -> true, k -> false, h -> false);
      if (activates) {
        assertThat(mayActivate(facts.owner().orElseThrow())).as(tale()).isTrue();
        activated += facts.owner().orElseThrow().lazy() ? 1 : 0;
      } else {
        assertThat(plan.binding().flatMap(TemplatePlan.DesiredBinding::snapshot))
            .as(tale())
            .isEqualTo(snapshot);
      }
      waited +=
          plan.decision()
              .match(a -> 0, keep -> keep.record().pending().isPresent() ? 1 : 0, h -> 0);
      story.add(plan.decision().because());
      boolean bindingFirst = activates || plan.claim().isEmpty();
      if (crash == 1) {
        return;
      }
      if (bindingFirst) {
        storeBinding(plan);
      } else {
        storeTemplate(plan);
      }
      if (crash == 2) {
        story.add("crash between the writes");
        return;
      }
      storeBinding(plan);
      storeTemplate(plan);
      noted =
          plan.claim().isPresent()
              ? Optional.empty()
              : plan.decision()
                  .match(a -> noted, keep -> Optional.of(keep.record().seen()), hold -> noted);
      TemplatePlan again = TemplatePlanner.plan(view, facts(), now);
      assertThat(again.binding()).as(tale()).isEqualTo(plan.binding());
      assertThat(again.claim()).as(tale()).isEqualTo(plan.claim());
      assertThat(again.seen()).as(tale()).isEqualTo(plan.seen());
    }

    private boolean mayActivate(PropagationPolicy owner) {
      boolean first = snapshot.isEmpty() && seen.isEmpty();
      return owner.problems().isEmpty()
          && (!owner.lazy()
              || known.filter(former -> !former.equals(state())).isPresent()
              || first && owner.edited().orElseThrow().isBefore(created));
    }

    private void storeBinding(TemplatePlan plan) {
      boolean hold = plan.decision().match(a -> false, k -> false, h -> true);
      snapshot = plan.binding().flatMap(TemplatePlan.DesiredBinding::snapshot);
      record = plan.binding().flatMap(TemplatePlan.DesiredBinding::record);
      clusters = plan.binding().map(TemplatePlan.DesiredBinding::clusters).orElse(List.of());
      if (!hold && snapshot.isPresent()) {
        known = Optional.of(state());
      }
    }

    private void storeTemplate(TemplatePlan plan) {
      boolean hold = plan.decision().match(a -> false, k -> false, h -> true);
      claim = plan.claim();
      seen = plan.seen();
      if (!hold && snapshot.isEmpty() || known.isEmpty() && seen.isPresent()) {
        known = Optional.of(state());
      }
    }

    private Collection<PropagationPolicy> policies() {
      return policies.values().stream()
          .map(policy -> PropagationPolicyParser.parse(policy, text -> Optional.empty()))
          .toList();
    }

    private ResourceTemplate template() {
      Map<String, String> labels = new LinkedHashMap<>(PolicyClaim.labels(claim));
      labels.put("app", app);
      Map<String, String> annotations = new LinkedHashMap<>(PolicyClaim.annotations(claim));
      Map<String, Object> metadata = new LinkedHashMap<>();
      metadata.put("name", "web");
      metadata.put("namespace", "default");
      metadata.put("uid", "u");
      metadata.put("creationTimestamp", created.toString());
      metadata.put("labels", labels);
      metadata.put("annotations", annotations);
      Map<String, Object> object = new LinkedHashMap<>();
      object.put("apiVersion", "v1");
      object.put("kind", "ConfigMap");
      object.put("metadata", metadata);
      object.put("data", Map.of("k", "v" + content));
      return ResourceTemplate.of(object);
    }

    private TemplateFacts facts() {
      ResourceTemplate template = template();
      Optional<BindingState> binding =
          snapshot.map(
              active ->
                  new BindingState(
                      "default",
                      template.id().bindingName(),
                      Optional.of("b"),
                      template.id(),
                      "u",
                      Map.of(),
                      Map.of(),
                      false,
                      snapshot,
                      record,
                      clusters,
                      List.of(),
                      List.of()));
      return new TemplateFacts(
          template,
          OwnerResolver.owner(template, policies()),
          fingerprints.of(template.object()),
          seen,
          noted,
          binding,
          List.of(),
          INVENTORY);
    }

    private String tale() {
      return "-Dsluice.seed=" + seed + "\n" + String.join("\n", story);
    }
  }
}
