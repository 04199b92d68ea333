package io.sluice.workflow.owner;

import static java.util.Objects.requireNonNull;

import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptorBase;
import io.temporal.common.interceptors.Header;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptorBase;
import io.temporal.failure.ApplicationErrorCategory;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps a worker from executing activities of another hub's runs: two hubs of one name poll one
 * task queue (rollout-strategy 3.2).
 *
 * <p>The workflow's side puts the owner of the run into the header of each activity, the activity's
 * side compares it with its own hub. A refused activity is tried again, so that a worker of the
 * right hub may take it; nothing was read from a hub, or written to one. Headers are no part of
 * what a replay compares.
 */
public final class OwnerCheck extends WorkerInterceptorBase {
  /** The type of the failure of an activity that is refused. */
  public static final String FOREIGN_RUN = "ForeignRun";

  private static final String HEADER = RunOwner.MEMO;

  /** The workers of both hubs take turns, more or less. */
  private static final Duration AGAIN = Duration.ofSeconds(1);

  private final HubIdentity hub;
  private final String temporalNamespace;
  private final DataConverter converter;
  private final Runnable refused;

  /**
   * Creates it.
   *
   * @param hub whose worker it is
   * @param temporalNamespace for the message
   * @param converter encodes headers as the memo is
   * @param refused is run at each refusal
   */
  public OwnerCheck(
      HubIdentity hub, String temporalNamespace, DataConverter converter, Runnable refused) {
    this.hub = requireNonNull(hub, "hub is null");
    this.temporalNamespace = requireNonNull(temporalNamespace, "temporalNamespace is null");
    this.converter = requireNonNull(converter, "converter is null");
    this.refused = requireNonNull(refused, "refused is null");
  }

  @Override
  public WorkflowInboundCallsInterceptor interceptWorkflow(WorkflowInboundCallsInterceptor next) {
    return new WorkflowInboundCallsInterceptorBase(next) {
      @Override
      public void init(WorkflowOutboundCallsInterceptor outbound) {
        super.init(new OwnedCalls(outbound));
      }
    };
  }

  @Override
  public ActivityInboundCallsInterceptor interceptActivity(ActivityInboundCallsInterceptor next) {
    return new CheckedCall(next);
  }

  /** Writes the owner of the run into the headers of its activities; runs have no local ones. */
  private final class OwnedCalls extends WorkflowOutboundCallsInterceptorBase {
    OwnedCalls(WorkflowOutboundCallsInterceptor next) {
      super(next);
    }

    @Override
    public <R> ActivityOutput<R> executeActivity(ActivityInput<R> input) {
      return super.executeActivity(
          RunOwner.ofRun()
              .flatMap(converter::toPayload)
              .map(owner -> with(owner, input))
              .orElse(input));
    }

    private static <R> ActivityInput<R> with(Payload owner, ActivityInput<R> input) {
      Map<String, Payload> header = new HashMap<>(input.getHeader().getValues());
      header.put(HEADER, owner);
      return new ActivityInput<>(
          input.getActivityName(),
          input.getResultClass(),
          input.getResultType(),
          input.getArgs(),
          input.getOptions(),
          new Header(header));
    }
  }

  /** Refuses an activity of another hub's run. */
  private final class CheckedCall extends ActivityInboundCallsInterceptorBase {
    CheckedCall(ActivityInboundCallsInterceptor next) {
      super(next);
    }

    @Override
    public ActivityOutput execute(ActivityInput input) {
      Optional<RunOwner> other =
          Optional.ofNullable(input.getHeader().getValues().get(HEADER))
              .map(payload -> converter.fromPayload(payload, RunOwner.class, RunOwner.class))
              .filter(owner -> !owner.is(hub));
      if (other.isPresent()) {
        refused.run();
        throw ApplicationFailure.newBuilder()
            .setMessage(hub.taken(other.get(), temporalNamespace))
            .setType(FOREIGN_RUN)
            .setNextRetryDelay(AGAIN)
            .setCategory(ApplicationErrorCategory.BENIGN)
            .build();
      }
      return super.execute(input);
    }
  }
}
