package io.sluice.tools.request;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.tools.option.CliFailure;
import java.util.List;

/**
 * Writes what a person asks of a rollout.
 *
 * <p>Every write carries the resourceVersion it was decided on; after a conflict all is read and
 * decided again.
 */
final class RequestWriter {
  private static final int TRIES = 10;

  private final RolloutSpecWriter specs;
  private final RolloutSource source;

  RequestWriter(KubernetesClient client, RolloutSource source) {
    this.specs = new RolloutSpecWriter(client);
    this.source = source;
  }

  /**
   * Asks; asking twice changes nothing.
   *
   * @return lines for the person who asked
   * @throws CliFailure when it cannot be granted
   */
  List<String> ask(RolloutRequest request) {
    String act = request.act(source);
    String rollout = "";
    for (int i = 0; i < TRIES; i++) {
      RequestContext context = source.read(act);
      check(act, request, context);
      rollout = context.rolloutName();
      RequestDecision decision = request.decide(source, context);
      if (decision.spec().isEmpty() || specs.write(context.object(), decision.spec().get())) {
        return decision.lines();
      }
    }
    throw new CliFailure(
        "%s: Rollout %s changed %d times meanwhile. Try again.".formatted(act, rollout, TRIES));
  }

  /**
   * Reads what a request would be decided on.
   *
   * @throws CliFailure when it cannot be granted to anything of this kind
   */
  RequestContext read(RolloutRequest request) {
    String act = request.act(source);
    RequestContext context = source.read(act);
    check(act, request, context);
    return context;
  }

  private void check(String act, RolloutRequest request, RequestContext context) {
    if (context.strategy().isEmpty()) {
      throw new CliFailure(
          "%s: it has no rollout strategy and goes to every cluster at once. %s"
              .formatted(act, source.remedy(request.purpose())));
    }
    if (context.rollout().isEmpty()) {
      throw new CliFailure(
          "%s: there is no Rollout %s. A Sluice worker on this hub creates it; try again once ./sluice status shows it."
              .formatted(act, context.rolloutName()));
    }
  }
}
