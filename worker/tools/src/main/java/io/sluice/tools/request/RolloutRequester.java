package io.sluice.tools.request;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.policy.BindingName;
import io.sluice.policy.PolicyName;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.template.ResourceId;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.ClusterFinder;
import io.sluice.tools.option.CommandWriter;
import io.sluice.tools.status.StatusReader;
import io.sluice.tools.template.TemplateName;
import io.sluice.tools.template.TemplateReader;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Asks things of one rollout on the hub: finds what can be asked of it, says what that would
 * change, writes it, and reports what follows; by the requests of the commands.
 */
public final class RolloutRequester {
  private final KubernetesClient client;
  private final RolloutSource source;
  private final HubName hub;
  private final RequestWriter writer;

  /** Lists what is asked of a rollout beside approvals. */
  public enum Act {
    PAUSE("Pause"),
    RESUME("Resume"),
    RETRY("Retry all"),
    RETRY_FAILED("Retry failed"),
    ABORT("Abort"),
    SKIP("Skip"),
    COUNT("Count again");

    private final String text;

    Act(String text) {
      this.text = text;
    }

    /** Returns it as buttons have it. */
    public String text() {
      return text;
    }

    private RolloutRequest request(String cluster, HubName hub) {
      return switch (this) {
        case PAUSE -> new PauseRequest(true, hub, Instant.now());
        case RESUME -> new PauseRequest(false, hub, Instant.now());
        case RETRY -> new RetryRequest(false);
        case RETRY_FAILED -> new RetryRequest(true);
        case ABORT -> new AbortRequest();
        case SKIP -> new SkipRequest(List.of(cluster), false, Set.of());
        case COUNT -> new SkipRequest(List.of(cluster), true, Set.of());
      };
    }
  }

  /**
   * Holds what a person can ask of a rollout on a page.
   *
   * @param approve whether groups that wait can be approved
   * @param acts on the rollout as a whole
   * @param skip the clusters that can be skipped
   * @param count the clusters that are skipped and can count again
   */
  public record Offer(boolean approve, Set<Act> acts, Set<String> skip, Set<String> count) {
    /** Offers nothing: a report, or a person who may only look. */
    public static final Offer NONE = new Offer(false, Set.of(), Set.of(), Set.of());

    /** Offers approvals alone. */
    public static final Offer APPROVALS = new Offer(true, Set.of(), Set.of(), Set.of());

    public Offer {
      acts = acts.isEmpty() ? EnumSet.noneOf(Act.class) : EnumSet.copyOf(acts);
      skip = Set.copyOf(skip);
      count = Set.copyOf(count);
    }
  }

  private RolloutRequester(KubernetesClient client, RolloutSource source, HubName hub) {
    this.client = client;
    this.source = source;
    this.hub = hub;
    this.writer = new RequestWriter(client, source);
  }

  /**
   * Prepares it.
   *
   * @throws CliFailure when it is a template that is gone
   */
  public static RolloutRequester of(KubernetesClient client, RolloutTarget target) {
    return of(client, target, HubName.DEFAULT);
  }

  /**
   * Prepares it on a hub whose name the workflow ids have.
   *
   * @throws CliFailure when it is a template that is gone
   */
  public static RolloutRequester of(KubernetesClient client, RolloutTarget target, HubName hub) {
    return new RolloutRequester(
        client,
        target instanceof BindingName binding
            ? template(client, binding)
            : new RolloutSource.OfPolicy(
                new StatusReader(client), (PolicyName) target, CommandWriter.PLAIN),
        hub);
  }

  private static RolloutSource template(KubernetesClient client, BindingName name) {
    ResourceId id =
        new TemplateReader(client, name.namespace())
            .read(name, "Cannot approve binding " + name)
            .state()
            .resource();
    return new RolloutSource.OfTemplate(
        client,
        name.namespace(),
        new TemplateName(id.kind(), id.namespace(), id.name()),
        CommandWriter.PLAIN);
  }

  /**
   * Returns what an approval would change now; writes nothing.
   *
   * @param group empty: the ungrouped clusters
   * @throws CliFailure when the group cannot be approved
   */
  public RequestQuestion question(Optional<String> group) {
    RequestContext context = writer.read(new GroupApproval(group, ApprovalVersion.ANY));
    boolean ruled = context.ruled(group).isPresent();
    List<RequestQuestion.Choice> choices =
        choices(ruled, context)
            .map(versions -> new GroupApproval(group, versions).choice(context))
            .toList();
    GroupApproval approval = new GroupApproval(group, ApprovalVersion.ANY);
    return new RequestQuestion(
        approval.act() + " " + source.title(),
        context.rolloutName(),
        approval.effect(context),
        context.version(),
        context.present().content().filter(content -> ruled),
        choices);
  }

  /** What a rule binds an approval to is nothing to choose. */
  private static Stream<ApprovalVersion> choices(boolean ruled, RequestContext context) {
    if (ruled) {
      return Stream.of(ApprovalVersion.THIS_IF_NAMED);
    }
    return context.version().isPresent()
        ? Stream.of(ApprovalVersion.THIS, ApprovalVersion.ANY)
        : Stream.of(ApprovalVersion.ANY);
  }

  /**
   * Returns what can be asked of it now: what would be written.
   *
   * @param clusters of which it is to be known whether they can be skipped, or count again
   */
  public Offer offer(List<String> clusters) {
    RequestContext context = source.read("Cannot ask for anything of " + source.title());
    Set<Act> acts = EnumSet.noneOf(Act.class);
    // A pause of what has ended would concern the next attempt: nobody means that here.
    Act first = context.outcome().isPresent() ? Act.RESUME : Act.PAUSE;
    for (Act act : EnumSet.range(first, Act.ABORT)) {
      if (offered(act.request("", hub), context)) {
        acts.add(act);
      }
    }
    return new Offer(
        true, acts, those(clusters, Act.SKIP, context), those(clusters, Act.COUNT, context));
  }

  private Set<String> those(List<String> clusters, Act act, RequestContext context) {
    return clusters.stream()
        .filter(cluster -> offered(act.request(cluster, hub), context))
        .collect(Collectors.toSet());
  }

  private static boolean offered(RolloutRequest request, RequestContext context) {
    try {
      request.check(context);
      return request.decide(context).writes();
    } catch (CliFailure refused) {
      return false;
    }
  }

  /**
   * Returns what a request would change now; writes nothing.
   *
   * @param cluster of {@code SKIP} and {@code COUNT}
   * @throws CliFailure when it cannot be granted
   */
  public RequestQuestion question(Act act, String cluster) {
    RolloutRequest request = act.request(cluster, hub);
    RequestContext context = writer.read(request);
    RequestDecision decision = request.decide(context);
    return new RequestQuestion(
        request.act() + " " + source.title(),
        context.rolloutName(),
        decision.writes() ? request.effect(context) : "",
        Optional.empty(),
        Optional.empty(),
        List.of(
            new RequestQuestion.Choice(
                ApprovalVersion.ANY,
                decision
                    .spec()
                    .map(spec -> SpecDifference.lines(context.spec(), spec))
                    .orElse(List.of()),
                decision.writes() ? List.of() : decision.lines())));
  }

  /** Asks for it; asking twice changes nothing. Returns sentences for the person who asked. */
  public String ask(Act act, String cluster) {
    if (act == Act.SKIP) {
      new ClusterFinder(client).require(List.of(cluster), "skip", source.commands());
    }
    return String.join(" ", writer.ask(act.request(cluster, hub)).lines());
  }

  /** Approves, for the present version alone if it has a name. */
  public String approve(Optional<String> group) {
    return approve(group, ApprovalVersion.THIS_IF_NAMED, SeenVersion.ANY, Optional.empty());
  }

  /**
   * Approves; a second approval changes nothing.
   *
   * @param group empty: the ungrouped clusters
   * @param seen what the person saw of the version
   * @param comment why, kept where a rule covers the group
   * @return sentences for the person who approved
   * @throws CliFailure when the group cannot be approved
   */
  public String approve(
      Optional<String> group,
      ApprovalVersion versions,
      SeenVersion seen,
      Optional<String> comment) {
    return String.join(" ", writer.ask(new GroupApproval(group, versions, seen, comment)).lines());
  }
}
