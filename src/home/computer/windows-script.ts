import type { AskedPort } from './types.ts'

/**
 * Returns the script that looks at a computer with Windows. Every value is a number, an address or a name: nothing that the language of the
 * system changes. Rules are read from the object model of the firewall, in which they take a second; its cmdlets take ten.
 */
export function windowsScript(asked: AskedPort | null): string {
  return [
    "$ErrorActionPreference='SilentlyContinue'",
    '[Console]::OutputEncoding=[Text.Encoding]::UTF8',
    '$r=@{}',
    "$r.routes=@(Get-NetRoute|?{$_.DestinationPrefix -in '0.0.0.0/0','::/0'}|%{@{to=$_.DestinationPrefix;via=$_.NextHop;index=[int]$_.ifIndex;metric=[int]$_.RouteMetric+[int]$_.InterfaceMetric}})",
    '$r.addresses=@(Get-NetIPAddress|%{@{index=[int]$_.InterfaceIndex;address=$_.IPAddress;prefix=[int]$_.PrefixLength;state=[int]$_.AddressState;suffix=[int]$_.SuffixOrigin}})',
    '$r.adapters=@(Get-NetAdapter -IncludeHidden|%{@{index=[int]$_.ifIndex;name=$_.Name;isHardware=[bool]$_.HardwareInterface}})',
    "$r.leaving=@('8.8.8.8','2001:4860:4860::8888'|%{$f=@(Find-NetRoute -RemoteIPAddress $_)[0];if($f){@{index=[int]$f.InterfaceIndex;address=$f.IPAddress}}})",
    ...(asked ? askedLines(asked) : []),
    '$r|ConvertTo-Json -Depth 4 -Compress',
  ].join('\n')
}

function askedLines({ port, protocol }: AskedPort): string[] {
  const sockets =
    protocol === 'tcp' ? `Get-NetTCPConnection -State Listen -LocalPort ${port}` : `Get-NetUDPEndpoint -LocalPort ${port}`
  const number = protocol === 'tcp' ? 6 : 17
  return [
    `$r.sockets=@(${sockets}|%{$p=Get-Process -Id $_.OwningProcess;@{address=$_.LocalAddress;program=$p.ProcessName;path=$p.Path}})`,
    '$w=New-Object -ComObject HNetCfg.FwPolicy2',
    '$r.profiles=@(1,2,4|?{$w.CurrentProfileTypes -band $_}|%{@{bit=$_;isOn=[bool]$w.FirewallEnabled($_);inbound=[int]$w.DefaultInboundAction($_);blocksAll=[bool]$w.BlockAllInboundTraffic($_)}})',
    `$r.rules=@($w.Rules|?{$_.Enabled -and $_.Direction -eq 1 -and $_.Protocol -in ${number},256}|%{@{action=[int]$_.Action;ports=$_.LocalPorts;from=$_.RemoteAddresses;to=$_.LocalAddresses;fromPorts=$_.RemotePorts;app=$_.ApplicationName;service=$_.serviceName;package=$_.LocalAppPackageId;kinds=$_.InterfaceTypes;profiles=[int]$_.Profiles}})`,
  ]
}
