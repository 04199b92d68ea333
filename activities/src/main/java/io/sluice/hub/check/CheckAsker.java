package io.sluice.hub.check;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.check.CheckDefinition;
import io.sluice.check.CheckKey;
import io.sluice.check.CheckReply;
import io.sluice.check.CheckTarget;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.http.AddressGuard;
import io.sluice.hub.http.AllowedAddresses;
import io.sluice.hub.http.HttpSecretReader;
import io.sluice.hub.http.HttpSender;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.workflow.CheckActivities;
import java.net.InetAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;

/**
 * Asks the checks of Rollouts (between-waves 3). Whatever goes wrong is an answer {@code wait} that
 * says what it was (K2).
 *
 * <p>{@link QuestionTimer} keeps the time; the branch for each kind of target is in {@link
 * PrometheusAsker}, {@link WebhookAsker} and {@link ObjectAsker}.
 */
public final class CheckAsker implements CheckActivities {
  /** The most questions at one moment of one worker (between-waves K4). */
  public static final int MOST = 32;

  /** A request to the hub is answered soon, or the time of the question is over anyway. */
  private static final Duration REQUEST = Duration.ofSeconds(10);

  private final CheckedRollouts rollouts;
  private final QuestionTimer timer;
  private final PrometheusAsker prometheus;
  private final WebhookAsker webhooks;
  private final ObjectAsker objects;

  /**
   * Connects it.
   *
   * @param client of the hub
   * @param rollouts what questions are about
   * @param allowed what may be asked over HTTP
   * @param hub the name of the hub, which webhooks are told
   * @param threads run the questions: at least {@link #MOST}; the caller shuts them down
   */
  public CheckAsker(
      KubernetesClient client,
      CheckedRollouts rollouts,
      AllowedAddresses allowed,
      HubName hub,
      ExecutorService threads,
      Clock clock) {
    this(
        client,
        rollouts,
        new AddressGuard(
            allowed, URI.create(client.getMasterUrl().toString()), InetAddress::getAllByName),
        hub,
        new QuestionTimer(threads, QuestionTimer.HEARTBEAT),
        clock);
  }

  CheckAsker(
      KubernetesClient client,
      CheckedRollouts rollouts,
      AddressGuard guard,
      HubName hub,
      QuestionTimer timer,
      Clock clock) {
    this.rollouts = requireNonNull(rollouts, "rollouts is null");
    this.timer = requireNonNull(timer, "timer is null");
    KubernetesClient limited = HubClient.limited(client, REQUEST);
    HttpSender http = new HttpSender();
    HttpSecretReader secrets = new HttpSecretReader(new HubApi(limited));
    this.prometheus = new PrometheusAsker(guard, http, secrets);
    this.webhooks = new WebhookAsker(guard, http, secrets, hub, clock);
    this.objects = new ObjectAsker(new CheckedObjectReader(limited, rollouts::managedCluster));
  }

  @Override
  public CheckReply ask(CheckQuestion question) {
    Optional<CheckDefinition> found;
    try {
      found = definition(question);
    } catch (RuntimeException e) {
      return QuestionTimer.reply(e);
    }
    return found
        .map(check -> timer.within(check.rule().timeout(), question(check, question)))
        .orElseGet(() -> CheckReply.none("the check was changed"));
  }

  private Optional<CheckDefinition> definition(CheckQuestion question) {
    CheckKey key = question.key();
    return rollouts.checks(question.attempt().policy()).stream()
        .filter(check -> check.rule().name().equals(key.check()))
        .filter(check -> check.rule().hash().equals(key.hash()))
        .findFirst();
  }

  private Callable<CheckReply> question(CheckDefinition check, CheckQuestion question) {
    RolloutTarget target = question.attempt().policy();
    Supplier<List<String>> clusters = () -> clusters(target, question.key().group());
    return check
        .target()
        .match(
            new CheckTarget.Cases<>() {
              @Override
              public Callable<CheckReply> prometheus(CheckTarget.Prometheus asked) {
                return () -> prometheus.ask(asked, target.namespace());
              }

              @Override
              public Callable<CheckReply> webhook(CheckTarget.Webhook asked) {
                return () -> webhooks.ask(asked, question, clusters);
              }

              @Override
              public Callable<CheckReply> object(CheckTarget.WatchedObject asked) {
                return () -> objects.ask(asked, target.namespace(), clusters);
              }
            });
  }

  /** An index may have changed since the attempt began, and a name has not. */
  private List<String> clusters(RolloutTarget target, GroupKey group) {
    return rollouts.groups(target).stream()
        .filter(found -> found.key().placement().equals(group.placement()))
        .filter(
            found ->
                found.key().name().equals(group.name())
                    && (group.named() || found.key().index() == group.index()))
        .map(DecisionGroup::clusters)
        .flatMap(List::stream)
        .toList();
  }
}
