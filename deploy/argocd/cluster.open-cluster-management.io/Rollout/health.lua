-- Health of a Rollout: what its conditions Ready and Stalled say; Suspended while it waits for a person's turn.
local health = {status = "Progressing", message = "Waiting for the rollout to begin."}
if obj.status == nil then
  return health
end

local observed = obj.status.observedGeneration
if observed ~= nil and obj.metadata.generation ~= nil and observed < obj.metadata.generation then
  health.message = "Waiting for generation " .. string.format("%d", obj.metadata.generation) .. " to be seen."
  return health
end

if obj.status.phase == nil then
  health.status = "Healthy"
  health.message = "The policy has no rollout strategy, so nothing is rolled out step by step."
  return health
end

if obj.status.waitingFor ~= nil and obj.status.waitingFor ~= "" then
  health.message = obj.status.waitingFor
else
  health.message = "The phase is " .. obj.status.phase .. "."
end

if obj.status.conditions ~= nil then
  for _, condition in ipairs(obj.status.conditions) do
    if condition.status == "True" and condition.type == "Stalled" then
      health.status = "Degraded"
      health.message = condition.message
      return health
    end
    if condition.status == "True" and condition.type == "Ready" then
      health.status = "Healthy"
      health.message = condition.message
      return health
    end
  end
end

if obj.status.phase == "WaitingForApproval" or obj.status.phase == "Paused" then
  health.status = "Suspended"
end
return health
