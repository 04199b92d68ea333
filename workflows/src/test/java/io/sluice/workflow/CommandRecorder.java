package io.sluice.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.temporal.common.SearchAttributeUpdate;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptorBase;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Promise;
import io.temporal.workflow.TimerOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Listens to what the code of a workflow asks for while it runs or replays. */
final class CommandRecorder extends WorkerInterceptorBase {
  private final List<Asked> asked = new CopyOnWriteArrayList<>();

  private static final class Asked {
    private final Command command;
    private final long task = Workflow.getInfo().getHistoryLength();
    private volatile boolean dropped;

    private Asked(Command command) {
      this.command = command;
    }

    /** What is canceled within the workflow task that asked for it never reaches the history. */
    private Object ended(RuntimeException failure) {
      dropped = canceled(failure) && task == Workflow.getInfo().getHistoryLength();
      return null;
    }

    private static boolean canceled(Throwable failure) {
      return failure instanceof CanceledFailure
          || failure != null && failure.getCause() instanceof CanceledFailure;
    }
  }

  List<Command> heard() {
    return asked.stream().filter(entry -> !entry.dropped).map(entry -> entry.command).toList();
  }

  void forget() {
    asked.clear();
  }

  private Asked hear(Command command) {
    Asked entry = new Asked(command);
    asked.add(entry);
    return entry;
  }

  @Override
  public WorkflowInboundCallsInterceptor interceptWorkflow(WorkflowInboundCallsInterceptor next) {
    return new End(next);
  }

  private final class End extends WorkflowInboundCallsInterceptorBase {
    private End(WorkflowInboundCallsInterceptor next) {
      super(next);
    }

    @Override
    public void init(WorkflowOutboundCallsInterceptor outbound) {
      super.init(new Course(outbound));
    }

    @Override
    public WorkflowOutput execute(WorkflowInput input) {
      try {
        WorkflowOutput output = super.execute(input);
        hear(Command.result(JudgementFilter.of(output.getResult())));
        return output;
      } catch (CanceledFailure canceled) {
        hear(Command.canceled());
        throw canceled;
      } catch (TemporalFailure failure) {
        hear(Command.failure(Payloads.converter().exceptionToFailure(failure)));
        throw failure;
      }
    }
  }

  private final class Course extends WorkflowOutboundCallsInterceptorBase {
    private Course(WorkflowOutboundCallsInterceptor next) {
      super(next);
    }

    @Override
    public <R> ActivityOutput<R> executeActivity(ActivityInput<R> input) {
      Asked entry = hear(Command.activity(input.getActivityName(), first(input.getArgs())));
      ActivityOutput<R> output = super.executeActivity(input);
      output.getResult().handle((answer, failure) -> entry.ended(failure));
      return output;
    }

    @Override
    public Promise<Void> newTimer(Duration duration) {
      return heard(duration, super.newTimer(duration));
    }

    @Override
    public Promise<Void> newTimer(Duration duration, TimerOptions options) {
      return heard(duration, super.newTimer(duration, options));
    }

    private Promise<Void> heard(Duration duration, Promise<Void> timer) {
      Asked entry = hear(Command.timer(duration));
      timer.handle((rung, failure) -> entry.ended(failure));
      return timer;
    }

    @Override
    public void upsertTypedSearchAttributes(SearchAttributeUpdate<?>... updates) {
      ObjectNode attributes = JsonNodeFactory.instance.objectNode();
      for (SearchAttributeUpdate<?> update : updates) {
        attributes.set(
            update.getKey().getName(), JudgementFilter.of(update.getValue().orElse(null)));
      }
      hear(Command.searchAttributes(JudgementFilter.of(attributes)));
      super.upsertTypedSearchAttributes(updates);
    }

    @Override
    public void continueAsNew(ContinueAsNewInput input) {
      hear(Command.continueAsNew(first(input.getArgs())));
      super.continueAsNew(input);
    }

    private static JsonNode first(Object[] arguments) {
      return arguments.length == 0
          ? JsonNodeFactory.instance.missingNode()
          : JudgementFilter.of(arguments[0]);
    }
  }
}
