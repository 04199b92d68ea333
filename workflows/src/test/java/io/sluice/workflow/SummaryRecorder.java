package io.sluice.workflow;

import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptorBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records the summaries of the activities that a workflow schedules. */
final class SummaryRecorder extends WorkerInterceptorBase {
  private final List<String> summaries = new CopyOnWriteArrayList<>();

  List<String> summaries() {
    return List.copyOf(summaries);
  }

  @Override
  public WorkflowInboundCallsInterceptor interceptWorkflow(WorkflowInboundCallsInterceptor next) {
    return new WorkflowInboundCallsInterceptorBase(next) {
      @Override
      public void init(WorkflowOutboundCallsInterceptor outbound) {
        super.init(new Outbound(outbound));
      }
    };
  }

  private final class Outbound extends WorkflowOutboundCallsInterceptorBase {
    private Outbound(WorkflowOutboundCallsInterceptor next) {
      super(next);
    }

    @Override
    public <R> ActivityOutput<R> executeActivity(ActivityInput<R> input) {
      summaries.add(input.getOptions().getSummary());
      return super.executeActivity(input);
    }
  }
}
