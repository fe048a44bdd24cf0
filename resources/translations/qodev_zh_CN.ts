<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>AddProviderPresenter</name>
    <message>
        <source>My provider</source>
        <translation>我的提供商</translation>
    </message>
</context>
<context>
    <name>AddProviderWindow</name>
    <message>
        <source>1 of 3: server</source>
        <translation>第 1 步，共 3 步：服务器</translation>
    </message>
    <message>
        <source>2 of 3: key</source>
        <translation>第 2 步，共 3 步：密钥</translation>
    </message>
    <message>
        <source>3 of 3: connection</source>
        <translation>第 3 步，共 3 步：连接</translation>
    </message>
    <message>
        <source>Add provider</source>
        <translation>添加提供商</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Cancel test</source>
        <translation>取消测试</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Create and test</source>
        <translation>创建并测试</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Looking for a keyring…</source>
        <translation>正在查找密钥环…</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
</context>
<context>
    <name>AddressForm</name>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Address of the server</source>
        <translation>服务器地址</translation>
    </message>
    <message>
        <source>Another address</source>
        <translation>其他地址</translation>
    </message>
    <message>
        <source>Asks the server for its models</source>
        <translation>向服务器查询可用模型</translation>
    </message>
    <message>
        <source>Kind of server</source>
        <translation>服务器类型</translation>
    </message>
    <message>
        <source>LM Studio, or other Chat Completions</source>
        <translation>LM Studio 或其他 Chat Completions 服务</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Type the address first.</source>
        <translation>请先输入地址。</translation>
    </message>
</context>
<context>
    <name>AgentBody</name>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>array</source>
        <translation>数组</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>replaced whole</source>
        <translation>整体替换</translation>
    </message>
    <message>
        <source>switch</source>
        <translation>开关</translation>
    </message>
    <message>
        <source>table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>template</source>
        <translation>模板</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
</context>
<context>
    <name>AgentBottom</name>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>AgentDialogs</name>
    <message>
        <source>Add key</source>
        <translation>添加键</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Create agent</source>
        <translation>创建智能体</translation>
    </message>
    <message>
        <source>Delete agent</source>
        <translation>删除智能体</translation>
    </message>
    <message>
        <source>Its model override is kept for when it is back.</source>
        <translation>它的模型覆盖会保留，恢复后继续生效。</translation>
    </message>
    <message>
        <source>New agent</source>
        <translation>新建智能体</translation>
    </message>
    <message>
        <source>Nothing else uses it.</source>
        <translation>没有其他内容使用它。</translation>
    </message>
    <message>
        <source>Rename agent</source>
        <translation>重命名智能体</translation>
    </message>
    <message>
        <source>Rename key</source>
        <translation>重命名键</translation>
    </message>
    <message>
        <source>These agents extend it and stop loading: {0}.</source>
        <translation>以下智能体继承自它，将无法加载：{0}。</translation>
    </message>
    <message>
        <source>These pipelines name it and show it as missing: {0}.</source>
        <translation>以下流水线引用了它，将显示为缺失：{0}。</translation>
    </message>
    <message>
        <source>`{0}` goes to the trash.</source>
        <translation>`{0}` 将移到回收站。</translation>
    </message>
    <message numerus="yes">
        <source>{0} and %n more</source>
        <translation><numerusform>{0} 以及另外 %n 个</numerusform></translation>
    </message>
</context>
<context>
    <name>AgentEditor</name>
    <message>
        <source>Agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Changes the name here and where it is used</source>
        <translation>更改此处及所有引用处的名称</translation>
    </message>
    <message>
        <source>Live request</source>
        <translation>实时请求</translation>
    </message>
    <message>
        <source>New from this…</source>
        <translation>以此新建…</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Sends one tiny request with the saved file</source>
        <translation>用已保存的文件发送一个很小的请求</translation>
    </message>
    <message>
        <source>Shows what would be sent now</source>
        <translation>显示现在会发送的内容</translation>
    </message>
</context>
<context>
    <name>AgentEditorState</name>
    <message>
        <source>No answer</source>
        <translation>无响应</translation>
    </message>
    <message>
        <source>base</source>
        <translation>基础</translation>
    </message>
    <message>
        <source>checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>not usable</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>older version in use</source>
        <translation>正在使用旧版本</translation>
    </message>
    <message>
        <source>override</source>
        <translation>覆盖</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
</context>
<context>
    <name>AgentFit</name>
    <message>
        <source>the model has no tools</source>
        <translation>模型不支持工具</translation>
    </message>
    <message>
        <source>the model is for chat only</source>
        <translation>模型仅用于聊天</translation>
    </message>
    <message>
        <source>the model reads no images</source>
        <translation>模型不能读取图片</translation>
    </message>
</context>
<context>
    <name>AgentForm</name>
    <message>
        <source>1 is the only one so far.</source>
        <translation>目前只有 1。</translation>
    </message>
    <message>
        <source>A template; Ctrl+Space lists functions and partials.</source>
        <translation>模板；按 Ctrl+Space 列出函数和片段。</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Anthropic only.</source>
        <translation>仅限 Anthropic。</translation>
    </message>
    <message>
        <source>Any of system, tools and history; one a line.</source>
        <translation>system、tools 和 history 中的任意几项；每行一项。</translation>
    </message>
    <message>
        <source>Badge only; the body decides what is sent.</source>
        <translation>仅作标记；实际发送的内容由正文决定。</translation>
    </message>
    <message>
        <source>Base only</source>
        <translation>仅作基础</translation>
    </message>
    <message>
        <source>Cache lifetime</source>
        <translation>缓存有效期</translation>
    </message>
    <message>
        <source>Cache marks</source>
        <translation>缓存标记</translation>
    </message>
    <message>
        <source>Definitions of tools may be put into the request.</source>
        <translation>请求中可以包含工具定义。</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Endpoint</source>
        <translation>端点</translation>
    </message>
    <message>
        <source>Exact names of projects; one a line.</source>
        <translation>项目的确切名称；每行一个。</translation>
    </message>
    <message>
        <source>Extends</source>
        <translation>继承自</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>功能</translation>
    </message>
    <message>
        <source>File patterns</source>
        <translation>文件模式</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>表单</translation>
    </message>
    <message>
        <source>Form paused: line {0}, column {1}. {2}</source>
        <translation>表单已暂停：第 {0} 行，第 {1} 列。{2}</translation>
    </message>
    <message>
        <source>Format version</source>
        <translation>格式版本</translation>
    </message>
    <message>
        <source>Globs on the name and the whole path, such as `*.qml`; one a line.</source>
        <translation>匹配文件名和完整路径的通配模式，例如 `*.qml`；每行一个。</translation>
    </message>
    <message>
        <source>Globs on the whole path, such as `*/tests/*`; one a line.</source>
        <translation>匹配完整路径的通配模式，例如 `*/tests/*`；每行一个。</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>How long a cached prompt is kept.</source>
        <translation>提示词缓存的保留时间。</translation>
    </message>
    <message>
        <source>It can be extended and is never used itself. Not inherited.</source>
        <translation>可以被继承，但自身从不使用。此项不继承。</translation>
    </message>
    <message>
        <source>Joined to the provider&apos;s address; `${MODEL}` is filled in.</source>
        <translation>拼接到提供商地址之后；`${MODEL}` 会被替换。</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>匹配</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>No picker lists it; rosters can still name it. Not inherited.</source>
        <translation>不在选择器中列出；名册仍可引用它。此项不继承。</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Path patterns</source>
        <translation>路径模式</translation>
    </message>
    <message>
        <source>Pills and filter words, one a line.</source>
        <translation>标签和筛选词，每行一个。</translation>
    </message>
    <message>
        <source>Project names</source>
        <translation>项目名称</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Prompt caching</source>
        <translation>提示词缓存</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>提供商</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Rosters and children use it. Rename… changes them too.</source>
        <translation>名册和子智能体会使用它。“重命名…”会一并更改。</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>The agent whose keys hold where this file writes none.</source>
        <translation>此文件未写的键由该智能体决定。</translation>
    </message>
    <message>
        <source>The default; a model override in the settings beats it.</source>
        <translation>默认值；设置中的模型覆盖优先。</translation>
    </message>
    <message>
        <source>The provider instance that gets the request.</source>
        <translation>接收请求的提供商实例。</translation>
    </message>
    <message>
        <source>The tooltip wherever the agent is listed.</source>
        <translation>列出此智能体时显示的提示。</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>from {0}</source>
        <translation>来自 {0}</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>not known: {0}</source>
        <translation>未知：{0}</translation>
    </message>
    <message>
        <source>{0} · {1}</source>
        <translation>{0} · {1}</translation>
    </message>
</context>
<context>
    <name>AgentHead</name>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
</context>
<context>
    <name>AgentListPane</name>
    <message>
        <source>Agents that can only be extended</source>
        <translation>只能被继承的智能体</translation>
    </message>
    <message>
        <source>Agents that no picker lists</source>
        <translation>选择器中不列出的智能体</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>比较…</translation>
    </message>
    <message>
        <source>Compares its request with that of another agent</source>
        <translation>将其请求与另一个智能体的请求比较</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Filter agents</source>
        <translation>筛选智能体</translation>
    </message>
    <message>
        <source>Folder of your agents</source>
        <translation>您的智能体文件夹</translation>
    </message>
    <message>
        <source>Makes an agent of your own that extends this one</source>
        <translation>创建一个继承自此智能体的您自己的智能体</translation>
    </message>
    <message>
        <source>Moves the file to the trash</source>
        <translation>将文件移到回收站</translation>
    </message>
    <message>
        <source>Name, model, tag, provider, prompt</source>
        <translation>名称、模型、标签、提供商、提示词</translation>
    </message>
    <message>
        <source>New from this…</source>
        <translation>以此新建…</translation>
    </message>
    <message>
        <source>New…</source>
        <translation>新建…</translation>
    </message>
    <message>
        <source>Only agents of your own can be deleted.</source>
        <translation>只能删除您自己的智能体。</translation>
    </message>
    <message>
        <source>Open agents folder</source>
        <translation>打开智能体文件夹</translation>
    </message>
    <message>
        <source>Open at line</source>
        <translation>打开所在行</translation>
    </message>
    <message>
        <source>Opens the file at its first error</source>
        <translation>打开文件并定位到第一个错误</translation>
    </message>
    <message>
        <source>Reload from disk</source>
        <translation>从磁盘重新加载</translation>
    </message>
    <message>
        <source>Select an agent first.</source>
        <translation>请先选择一个智能体。</translation>
    </message>
    <message>
        <source>Show bases</source>
        <translation>显示基础智能体</translation>
    </message>
    <message>
        <source>Show hidden</source>
        <translation>显示隐藏项</translation>
    </message>
</context>
<context>
    <name>AgentListPresenter</name>
    <message>
        <source>Loading agents…</source>
        <translation>正在加载智能体…</translation>
    </message>
    <message>
        <source>No agent has all of these tags.</source>
        <translation>没有同时带有这些标签的智能体。</translation>
    </message>
    <message>
        <source>No agents are loaded.</source>
        <translation>未加载任何智能体。</translation>
    </message>
    <message>
        <source>Nothing matches `{0}`.</source>
        <translation>没有与 `{0}` 匹配的内容。</translation>
    </message>
    <message>
        <source>There is an agent `{0}` already. Choose another name.</source>
        <translation>已存在智能体 `{0}`。请换一个名称。</translation>
    </message>
    <message>
        <source>Type a name.</source>
        <translation>请输入名称。</translation>
    </message>
    <message>
        <source>`{0}` is back.</source>
        <translation>`{0}` 已恢复。</translation>
    </message>
    <message>
        <source>`{0}` is bundled: bundled agents cannot be replaced. Use New from this… on it.</source>
        <translation>`{0}` 是自带智能体，不能替换。请对它使用“以此新建…”。</translation>
    </message>
    <message>
        <source>`{0}` was made.</source>
        <translation>已创建 `{0}`。</translation>
    </message>
    <message>
        <source>`{0}` was moved to the trash.</source>
        <translation>`{0}` 已移到回收站。</translation>
    </message>
</context>
<context>
    <name>AgentListView</name>
    <message>
        <source>Agents</source>
        <translation>智能体</translation>
    </message>
</context>
<context>
    <name>AgentModelPresenter</name>
    <message numerus="yes">
        <source>%n model(s)</source>
        <translation><numerusform>%n 个模型</numerusform></translation>
    </message>
    <message>
        <source>Loading models…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message>
        <source>Only an agent that is loaded can be tested.</source>
        <translation>只能测试已加载的智能体。</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>正在测试…</translation>
    </message>
    <message>
        <source>The agent cannot be used: mend its errors first.</source>
        <translation>此智能体无法使用：请先修正错误。</translation>
    </message>
    <message>
        <source>The test is under way.</source>
        <translation>正在测试。</translation>
    </message>
    <message>
        <source>Unreachable. Type a model name. {0}</source>
        <translation>无法连接。请输入模型名称。{0}</translation>
    </message>
    <message>
        <source>`{0}` uses `{1}` from the next request on.</source>
        <translation>从下一次请求起，`{0}` 使用 `{1}`。</translation>
    </message>
    <message>
        <source>`{0}` uses the model of its file again.</source>
        <translation>`{0}` 重新使用其文件中的模型。</translation>
    </message>
</context>
<context>
    <name>AgentModelRow</name>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>File says: {0}</source>
        <translation>文件中为：{0}</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Only an agent that is loaded has a model to choose.</source>
        <translation>只有已加载的智能体才能选择模型。</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Result of the test</source>
        <translation>测试结果</translation>
    </message>
    <message>
        <source>Sends one tiny request with the saved file</source>
        <translation>用已保存的文件发送一个很小的请求</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>`{0}` is not in the list; it is used all the same.</source>
        <translation>`{0}` 不在列表中，但仍会使用。</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>AgentOrigins</name>
    <message>
        <source>Added by qodev</source>
        <translation>由 qodev 添加</translation>
    </message>
    <message>
        <source>Arrays are not merged: the whole list was replaced.</source>
        <translation>数组不会合并：整个列表已被替换。</translation>
    </message>
    <message>
        <source>Bundled base</source>
        <translation>自带基础</translation>
    </message>
    <message>
        <source>Model override</source>
        <translation>模型覆盖</translation>
    </message>
    <message>
        <source>No file writes `{0}`.</source>
        <translation>没有文件写入 `{0}`。</translation>
    </message>
    <message>
        <source>Parent</source>
        <translation>父级</translation>
    </message>
    <message>
        <source>Substituted</source>
        <translation>已替换</translation>
    </message>
    <message>
        <source>This file</source>
        <translation>此文件</translation>
    </message>
    <message>
        <source>This file does not write it.</source>
        <translation>此文件未写入它。</translation>
    </message>
    <message>
        <source>replaced whole</source>
        <translation>整体替换</translation>
    </message>
</context>
<context>
    <name>AgentPage</name>
    <message>
        <source>It has a model override</source>
        <translation>它有模型覆盖</translation>
    </message>
    <message>
        <source>The pipeline {0} names it</source>
        <translation>流水线“{0}”引用了它</translation>
    </message>
    <message>
        <source>`{0}` extends it</source>
        <translation>`{0}` 继承自它</translation>
    </message>
</context>
<context>
    <name>AgentPagePresenter</name>
    <message>
        <source>It is not an agent of your own.</source>
        <translation>它不是您自己的智能体。</translation>
    </message>
    <message>
        <source>Only an agent that is loaded can be renamed.</source>
        <translation>只能重命名已加载的智能体。</translation>
    </message>
    <message>
        <source>Save or revert the changes first.</source>
        <translation>请先保存或还原更改。</translation>
    </message>
    <message>
        <source>The rename was taken back.</source>
        <translation>已撤销重命名。</translation>
    </message>
    <message>
        <source>`{0}` is `{1}` now.</source>
        <translation>`{0}` 现已改名为 `{1}`。</translation>
    </message>
</context>
<context>
    <name>AgentPicker</name>
    <message>
        <source>Agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Agents</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Choose an agent first.</source>
        <translation>请先选择一个智能体。</translation>
    </message>
    <message>
        <source>Every agent is in this roster already.</source>
        <translation>所有智能体都已在此名册中。</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Filter agents</source>
        <translation>筛选智能体</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Name, model, tag or provider</source>
        <translation>名称、模型、标签或提供商</translation>
    </message>
    <message>
        <source>Nothing matches `{0}`.</source>
        <translation>没有与 `{0}` 匹配的内容。</translation>
    </message>
    <message numerus="yes">
        <source>Tag {0}, %n agent(s)</source>
        <translation><numerusform>标签 {0}，%n 个智能体</numerusform></translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
</context>
<context>
    <name>AgentProblems</name>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Changes the text; undo takes it back</source>
        <translation>更改文本；可以撤销</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>More about the problem</source>
        <translation>此问题的更多信息</translation>
    </message>
    <message>
        <source>Nothing is wrong with this agent.</source>
        <translation>此智能体没有问题。</translation>
    </message>
    <message>
        <source>PROBLEMS</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>PROBLEMS ({0})</source>
        <translation>问题（{0}）</translation>
    </message>
    <message>
        <source>Problems of this agent</source>
        <translation>此智能体的问题</translation>
    </message>
    <message>
        <source>Select a problem first.</source>
        <translation>请先选择一个问题。</translation>
    </message>
    <message>
        <source>There is no quick fix for this problem.</source>
        <translation>此问题没有快速修复。</translation>
    </message>
</context>
<context>
    <name>AgentRows</name>
    <message>
        <source>Bundled</source>
        <translation>自带</translation>
    </message>
    <message>
        <source>Extra folders</source>
        <translation>额外文件夹</translation>
    </message>
    <message>
        <source>No provider</source>
        <translation>无提供商</translation>
    </message>
    <message>
        <source>Not loaded</source>
        <translation>未加载</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>`{0}` is not loaded: {1}</source>
        <translation>`{0}` 未加载：{1}</translation>
    </message>
    <message>
        <source>base</source>
        <translation>基础</translation>
    </message>
    <message>
        <source>built in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>bundled</source>
        <translation>自带</translation>
    </message>
    <message>
        <source>checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>line {0}, {1}</source>
        <translation>第 {0} 行，{1}</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>older version in use</source>
        <translation>正在使用旧版本</translation>
    </message>
    <message>
        <source>override</source>
        <translation>覆盖</translation>
    </message>
    <message>
        <source>thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>unsaved</source>
        <translation>未保存</translation>
    </message>
    <message>
        <source>user</source>
        <translation>用户</translation>
    </message>
</context>
<context>
    <name>AgentText</name>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
</context>
<context>
    <name>AgentWhy</name>
    <message>
        <source>Level</source>
        <translation>层级</translation>
    </message>
    <message>
        <source>Put the caret or the focus on a key.</source>
        <translation>请将光标或焦点移到某个键上。</translation>
    </message>
    <message>
        <source>Reset to inherited</source>
        <translation>恢复为继承值</translation>
    </message>
    <message>
        <source>Select a key first.</source>
        <translation>请先选择一个键。</translation>
    </message>
    <message>
        <source>Takes the lines of this key out of the file; the inherited value counts</source>
        <translation>从文件中移除此键所在的行；改用继承的值</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>WHY</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Where the value comes from</source>
        <translation>值的来源</translation>
    </message>
</context>
<context>
    <name>AgentsPage</name>
    <message>
        <source>Filter agents</source>
        <translation>筛选智能体</translation>
    </message>
    <message>
        <source>Model override</source>
        <translation>模型覆盖</translation>
    </message>
    <message>
        <source>New agent</source>
        <translation>新建智能体</translation>
    </message>
    <message>
        <source>No agent of your own. Use New from this… on a bundled one.</source>
        <translation>您还没有自己的智能体。请对自带智能体使用“以此新建…”。</translation>
    </message>
    <message>
        <source>Select an agent to see and edit it.</source>
        <translation>选择一个智能体以查看和编辑。</translation>
    </message>
    <message>
        <source>Show bases</source>
        <translation>显示基础智能体</translation>
    </message>
    <message>
        <source>Show hidden agents</source>
        <translation>显示隐藏的智能体</translation>
    </message>
    <message>
        <source>The model of an agent, chosen apart from its file.</source>
        <translation>智能体的模型，独立于其文件另行选择。</translation>
    </message>
    <message>
        <source>`{0}` is part of qodev: no file holds it.</source>
        <translation>`{0}` 是 qodev 的一部分，没有对应的文件。</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
</context>
<context>
    <name>AgentsPresenter</name>
    <message numerus="yes">
        <source>%n agent(s) reloaded.</source>
        <translation><numerusform>已重新加载 %n 个智能体。</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n model(s)</source>
        <translation><numerusform>%n 个模型</numerusform></translation>
    </message>
    <message>
        <source>Loading models…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message>
        <source>Nothing has changed on disk.</source>
        <translation>磁盘上没有变化。</translation>
    </message>
    <message>
        <source>Unreachable. Type a model name. {0}</source>
        <translation>无法连接。请输入模型名称。{0}</translation>
    </message>
</context>
<context>
    <name>AnswerBox</name>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Blocks exactly this text in every mode.</source>
        <translation>在每种模式下都阻止这段完全相同的文本。</translation>
    </message>
    <message>
        <source>Deny and tell</source>
        <translation>拒绝并告知</translation>
    </message>
    <message>
        <source>Store and block</source>
        <translation>保存并阻止</translation>
    </message>
    <message>
        <source>Store and run</source>
        <translation>保存并运行</translation>
    </message>
    <message>
        <source>Switch, store and run</source>
        <translation>切换、保存并运行</translation>
    </message>
    <message>
        <source>Text that is stored</source>
        <translation>保存的文本</translation>
    </message>
    <message>
        <source>The project changes to Allowlist, where this rule counts.</source>
        <translation>项目将切换到“允许清单”模式，该规则在那里生效。</translation>
    </message>
    <message>
        <source>What the agent is told</source>
        <translation>告诉智能体的内容</translation>
    </message>
</context>
<context>
    <name>Attachments</name>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation><numerusform>%n 字节</numerusform></translation>
    </message>
    <message>
        <source>Text may have {0} kB and images {1} MB.</source>
        <translation>文本最大 {0} kB，图片最大 {1} MB。</translation>
    </message>
    <message>
        <source>The pasted text has {0} kB.</source>
        <translation>粘贴的文本有 {0} kB。</translation>
    </message>
    <message>
        <source>The picture has {0} MB.</source>
        <translation>图片有 {0} MB。</translation>
    </message>
    <message>
        <source>`{0}` cannot be attached: {1}.</source>
        <translation>无法附加 `{0}`：{1}。</translation>
    </message>
    <message>
        <source>`{0}` has {1} kB.</source>
        <translation>`{0}` 有 {1} kB。</translation>
    </message>
    <message>
        <source>`{0}` is neither an image nor UTF-8 text.</source>
        <translation>`{0}` 既不是图片，也不是 UTF-8 文本。</translation>
    </message>
    <message>
        <source>unknown cause</source>
        <translation>原因未知</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>Bodies</name>
    <message>
        <source>Body</source>
        <translation>正文</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>No difference.</source>
        <translation>没有差异。</translation>
    </message>
    <message>
        <source>The bodies are equal.</source>
        <translation>两份正文相同。</translation>
    </message>
    <message>
        <source>{0} Cacheable prefix ends at {1}.</source>
        <translation>{0} 可缓存前缀到 {1} 为止。</translation>
    </message>
    <message>
        <source>{0} added, {1} removed, {2} changed.</source>
        <translation>新增 {0} 处，移除 {1} 处，更改 {2} 处。</translation>
    </message>
</context>
<context>
    <name>BodiesWindow</name>
    <message>
        <source>Requests of agents</source>
        <translation>智能体的请求</translation>
    </message>
</context>
<context>
    <name>BodyDiffPage</name>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>Conversation of both sides</source>
        <translation>双方使用的对话</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>First side</source>
        <translation>第一方</translation>
    </message>
    <message>
        <source>First side</source>
        <comment>column</comment>
        <translation>第一方</translation>
    </message>
    <message>
        <source>Number of differences</source>
        <translation>差异数量</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Second side</source>
        <translation>第二方</translation>
    </message>
    <message>
        <source>Second side</source>
        <comment>column</comment>
        <translation>第二方</translation>
    </message>
    <message>
        <source>Swap the sides</source>
        <translation>交换两侧</translation>
    </message>
    <message>
        <source>on</source>
        <translation>基于</translation>
    </message>
    <message>
        <source>with</source>
        <translation>与</translation>
    </message>
</context>
<context>
    <name>BodyDiffPresenter</name>
    <message>
        <source>New conversation</source>
        <translation>新建对话</translation>
    </message>
    <message>
        <source>Sample: {0}</source>
        <translation>示例：{0}</translation>
    </message>
    <message>
        <source>Saved file: {0}</source>
        <translation>已保存的文件：{0}</translation>
    </message>
    <message>
        <source>Sent: {0} · {1} · step {2}</source>
        <translation>已发送：{0} · {1} · 步骤 {2}</translation>
    </message>
    <message>
        <source>Text in the editor: {0}</source>
        <translation>编辑器中的文本：{0}</translation>
    </message>
</context>
<context>
    <name>BodySection</name>
    <message>
        <source>Adds a key to the table of the current key</source>
        <translation>在当前键所在的表中添加键</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>添加…</translation>
    </message>
    <message>
        <source>BODY</source>
        <translation>正文</translation>
    </message>
    <message>
        <source>Body</source>
        <translation>正文</translation>
    </message>
    <message>
        <source>Gives the key another name in this file</source>
        <translation>在此文件中为该键改名</translation>
    </message>
    <message>
        <source>It is inherited. Change its value to write it into this file.</source>
        <translation>它是继承而来的。更改其值即可写入此文件。</translation>
    </message>
    <message>
        <source>No agent is open.</source>
        <translation>没有打开的智能体。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Select a key first.</source>
        <translation>请先选择一个键。</translation>
    </message>
    <message>
        <source>Takes the lines of the key out of this file</source>
        <translation>从此文件中移除该键所在的行</translation>
    </message>
    <message>
        <source>qodev adds this key when it sends; no file holds it.</source>
        <translation>qodev 在发送时添加此键；没有文件包含它。</translation>
    </message>
</context>
<context>
    <name>BodyView</name>
    <message>
        <source>Body</source>
        <translation>正文</translation>
    </message>
    <message>
        <source>Body, byte for byte</source>
        <translation>正文，逐字节显示</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>原始</translation>
    </message>
    <message>
        <source>Shows the body byte for byte</source>
        <translation>逐字节显示正文</translation>
    </message>
</context>
<context>
    <name>CaptureBar</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>新快捷键</translation>
    </message>
    <message>
        <source>Press the new key</source>
        <translation>请按新的快捷键</translation>
    </message>
    <message>
        <source>Press the new key for {0}.</source>
        <translation>请按“{0}”的新快捷键。</translation>
    </message>
    <message>
        <source>Take it from there</source>
        <translation>从该操作取用</translation>
    </message>
    <message>
        <source>{0} belongs to {1}.</source>
        <translation>{0} 属于“{1}”。</translation>
    </message>
</context>
<context>
    <name>ChainLinks</name>
    <message>
        <source>Extends</source>
        <translation>继承自</translation>
    </message>
</context>
<context>
    <name>ChangeList</name>
    <message>
        <source>Changed files</source>
        <translation>已更改的文件</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>行</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>Changes</name>
    <message>
        <source>Against branch…</source>
        <translation>与分支比较…</translation>
    </message>
    <message>
        <source>Last turn</source>
        <translation>上一轮次</translation>
    </message>
    <message>
        <source>No changes in the last turn.</source>
        <translation>上一轮次没有更改。</translation>
    </message>
    <message>
        <source>No changes in this conversation.</source>
        <translation>此对话没有更改。</translation>
    </message>
    <message>
        <source>No changes.</source>
        <translation>没有更改。</translation>
    </message>
    <message>
        <source>Reading changes…</source>
        <translation>正在读取更改…</translation>
    </message>
    <message>
        <source>Reading changes… Still working.</source>
        <translation>正在读取更改… 仍在进行。</translation>
    </message>
    <message>
        <source>This conversation</source>
        <translation>此对话</translation>
    </message>
    <message>
        <source>Uncommitted</source>
        <translation>未提交</translation>
    </message>
</context>
<context>
    <name>ChangesDialog</name>
    <message>
        <source>Accept</source>
        <translation>接受</translation>
    </message>
    <message numerus="yes">
        <source>Accept %n change(s)</source>
        <translation><numerusform>接受 %n 项更改</numerusform></translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Changes of `{0}`</source>
        <translation>`{0}` 的更改</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Tick what you accept.</source>
        <translation>请勾选要接受的内容。</translation>
    </message>
    <message>
        <source>What is accepted counts until it changes. Descriptions are the server&apos;s own words; they change no rule.</source>
        <translation>接受的内容在其变化之前一直有效。描述是服务器自己的说法，不会改变任何规则。</translation>
    </message>
</context>
<context>
    <name>ChangesPresenter</name>
    <message>
        <source>Its call says what was asked.</source>
        <translation>其调用说明了请求的内容。</translation>
    </message>
    <message>
        <source>Nothing is kept of this change.</source>
        <translation>此更改没有保留任何内容。</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>`{0}` is as before.</source>
        <translation>`{0}` 已恢复原样。</translation>
    </message>
    <message>
        <source>`{0}` is changed again.</source>
        <translation>`{0}` 已再次更改。</translation>
    </message>
    <message>
        <source>`{0}` was rejected, so nothing of it is kept. Its call in the conversation says what it was.</source>
        <translation>`{0}` 已被拒绝，因此没有保留任何内容。对话中的调用说明了它是什么。</translation>
    </message>
    <message>
        <source>{0} are as before.</source>
        <translation>{0} 已恢复原样。</translation>
    </message>
    <message>
        <source>{0} are changed again.</source>
        <translation>{0} 已再次更改。</translation>
    </message>
</context>
<context>
    <name>ChangesTab</name>
    <message>
        <source>Branch to compare with</source>
        <translation>要比较的分支</translation>
    </message>
    <message>
        <source>Brings the bytes from before back</source>
        <translation>恢复更改前的字节</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Choose a file first.</source>
        <translation>请先选择一个文件。</translation>
    </message>
    <message>
        <source>Git&apos;s own changes are taken back with git.</source>
        <translation>Git 中的更改请用 git 撤回。</translation>
    </message>
    <message>
        <source>Nothing of it was written.</source>
        <translation>其中没有写入任何内容。</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Review…</source>
        <translation>审阅…</translation>
    </message>
    <message>
        <source>Shows the difference (Enter)</source>
        <translation>显示差异（Enter）</translation>
    </message>
    <message>
        <source>Takes back everything that the same turn changed, or nothing</source>
        <translation>撤回同一轮次更改的全部内容，否则一项也不撤回</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo this turn</source>
        <translation>撤销此轮次</translation>
    </message>
    <message>
        <source>Which changes</source>
        <translation>显示哪些更改</translation>
    </message>
</context>
<context>
    <name>Chat</name>
    <message>
        <source>Could not save. qodev keeps this chat in memory; free space on the disk and retry.</source>
        <translation>无法保存。qodev 已将此对话保留在内存中；请清理磁盘空间后重试。</translation>
    </message>
</context>
<context>
    <name>ChatHeader</name>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>新建对话</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Project {0}</source>
        <translation>项目 {0}</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
</context>
<context>
    <name>ChatPresenter</name>
    <message>
        <source>Answer finished</source>
        <translation>回答已完成</translation>
    </message>
    <message>
        <source>Answer started</source>
        <translation>开始回答</translation>
    </message>
    <message>
        <source>Failed: {0}</source>
        <translation>失败：{0}</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>新建对话</translation>
    </message>
    <message>
        <source>Nothing was sent.</source>
        <translation>未发送任何内容。</translation>
    </message>
</context>
<context>
    <name>ChatState</name>
    <message>
        <source>Auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Counted by the server.</source>
        <translation>由服务器统计。</translation>
    </message>
    <message>
        <source>Estimated; the server has not reported yet.</source>
        <translation>估算值；服务器尚未报告。</translation>
    </message>
    <message>
        <source>No request was sent yet.</source>
        <translation>尚未发送请求。</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>排队</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>The context window holds {0} tokens.</source>
        <translation>上下文窗口可容纳 {0} 个 token。</translation>
    </message>
    <message>
        <source>The conversation is being made.</source>
        <translation>正在创建对话。</translation>
    </message>
    <message>
        <source>The message is being stored.</source>
        <translation>正在保存消息。</translation>
    </message>
    <message>
        <source>The server read less than was sent: the beginning was probably dropped.</source>
        <translation>服务器读取的内容少于发送的内容：开头部分可能已被丢弃。</translation>
    </message>
    <message>
        <source>The window&apos;s size is not known.</source>
        <translation>上下文窗口大小未知。</translation>
    </message>
    <message>
        <source>Type a message.</source>
        <translation>请输入消息。</translation>
    </message>
    <message>
        <source>qodev is still starting.</source>
        <translation>qodev 仍在启动。</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} 个 token</translation>
    </message>
    <message>
        <source>{0} tokens in the last request.</source>
        <translation>上次请求有 {0} 个 token。</translation>
    </message>
</context>
<context>
    <name>ChatView</name>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Press Escape again to stop.</source>
        <translation>再按一次 Esc 停止。</translation>
    </message>
    <message>
        <source>Review…</source>
        <translation>审阅…</translation>
    </message>
    <message>
        <source>The message goes once it is ready.</source>
        <translation>就绪后将发送消息。</translation>
    </message>
</context>
<context>
    <name>ChipButton</name>
    <message>
        <source>Remove {0}, {1}</source>
        <translation>移除 {0}，{1}</translation>
    </message>
    <message>
        <source>{0}, {1}. Click to remove.</source>
        <translation>{0}，{1}。点击移除。</translation>
    </message>
</context>
<context>
    <name>ChoiceLine</name>
    <message>
        <source>Show all</source>
        <translation>全部显示</translation>
    </message>
</context>
<context>
    <name>ChoicePopup</name>
    <message>
        <source>Filter {0}</source>
        <translation>筛选{0}</translation>
    </message>
    <message>
        <source>Type to filter</source>
        <translation>输入以筛选</translation>
    </message>
</context>
<context>
    <name>ChoiceRow</name>
    <message>
        <source>Not written</source>
        <translation>未写入</translation>
    </message>
</context>
<context>
    <name>Choices</name>
    <message>
        <source>(missing)</source>
        <translation>（缺失）</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Developer is used until you choose another role.</source>
        <translation>在您选择其他角色之前使用 Developer。</translation>
    </message>
    <message>
        <source>It does not load.</source>
        <translation>无法加载。</translation>
    </message>
    <message>
        <source>No agent of the chat roster fits. Choose an agent.</source>
        <translation>聊天名册中没有合适的智能体。请选择一个智能体。</translation>
    </message>
    <message>
        <source>No role</source>
        <translation>无角色</translation>
    </message>
    <message>
        <source>The agent `{0}` cannot be used: {1}</source>
        <translation>智能体 `{0}` 无法使用：{1}</translation>
    </message>
    <message>
        <source>The agent `{0}` is missing. Choose another.</source>
        <translation>智能体 `{0}` 缺失。请选择其他智能体。</translation>
    </message>
    <message>
        <source>The first agent of the chat roster that fits the last file.</source>
        <translation>聊天名册中第一个适合最近文件的智能体。</translation>
    </message>
    <message>
        <source>Used when nothing is chosen.</source>
        <translation>未选择时使用。</translation>
    </message>
    <message>
        <source>built in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>bundled</source>
        <translation>自带</translation>
    </message>
    <message>
        <source>checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>extra</source>
        <translation>额外</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>now {0}</source>
        <translation>当前为 {0}</translation>
    </message>
    <message>
        <source>older version in use</source>
        <translation>正在使用旧版本</translation>
    </message>
    <message>
        <source>override</source>
        <translation>覆盖</translation>
    </message>
    <message>
        <source>project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>user</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>{0} (default)</source>
        <translation>{0}（默认）</translation>
    </message>
</context>
<context>
    <name>ClauseTable</name>
    <message>
        <source>Clauses</source>
        <translation>子句</translation>
    </message>
</context>
<context>
    <name>CommandLine</name>
    <message>
        <source>Last output</source>
        <translation>最新输出</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>CommandList</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Shows agent, model and context</source>
        <translation>显示智能体、模型和上下文</translation>
    </message>
</context>
<context>
    <name>CommentBox</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>评论</translation>
    </message>
    <message>
        <source>Keep as draft</source>
        <translation>保留为草稿</translation>
    </message>
    <message>
        <source>Line {0}</source>
        <translation>第 {0} 行</translation>
    </message>
    <message>
        <source>Lines {0} to {1}</source>
        <translation>第 {0} 至 {1} 行</translation>
    </message>
</context>
<context>
    <name>CompareDialog</name>
    <message>
        <source>Both texts are equal.</source>
        <translation>两份文本相同。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Compare {0}</source>
        <translation>比较 {0}</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>− stands only on disk, + stands only in the editor.</source>
        <translation>− 仅存在于磁盘，+ 仅存在于编辑器。</translation>
    </message>
</context>
<context>
    <name>CompletionList</name>
    <message>
        <source>Completions</source>
        <translation>补全</translation>
    </message>
</context>
<context>
    <name>Completions</name>
    <message>
        <source>agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>过滤器</translation>
    </message>
    <message>
        <source>function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>partial</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>provider</source>
        <translation>提供商</translation>
    </message>
    <message>
        <source>role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>附加文件</translation>
    </message>
    <message>
        <source>Attachments</source>
        <translation>附件</translation>
    </message>
    <message>
        <source>Composer</source>
        <translation>输入区</translation>
    </message>
    <message>
        <source>Context: {0}</source>
        <translation>上下文：{0}</translation>
    </message>
    <message>
        <source>It is stopping.</source>
        <translation>正在停止。</translation>
    </message>
    <message>
        <source>More choices</source>
        <translation>更多选项</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Script</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Sends the last message again</source>
        <translation>再次发送上一条消息</translation>
    </message>
    <message>
        <source>Sends the message</source>
        <translation>发送消息</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Stops the running turn; its text is kept</source>
        <translation>停止当前轮次；保留已生成的文本</translation>
    </message>
    <message>
        <source>qodev is still starting.</source>
        <translation>qodev 仍在启动。</translation>
    </message>
</context>
<context>
    <name>ComposerInput</name>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>输入消息</translation>
    </message>
</context>
<context>
    <name>ConsentPresenter</name>
    <message>
        <source>The consent counts until qodev quits.</source>
        <translation>此许可在 qodev 退出前有效。</translation>
    </message>
</context>
<context>
    <name>ContainWords</name>
    <message>
        <source>Commands can do what you can. Containment can be switched on for this project.</source>
        <translation>命令拥有与您相同的权限。可以为此项目开启隔离。</translation>
    </message>
    <message>
        <source>Commands can do what you can. Containment is not available: {0}</source>
        <translation>命令拥有与您相同的权限。隔离不可用：{0}</translation>
    </message>
    <message>
        <source>Commands can do what you can. They can be contained: writing only in the project and temp, no network.</source>
        <translation>命令能做您能做的一切。可以把它们隔离起来：只能写入项目和临时文件夹，不能联网。</translation>
    </message>
    <message>
        <source>Commands write only in the project and in temp. The network is off unless it is allowed.</source>
        <translation>命令只能写入项目和临时文件夹。除非允许，否则没有网络。</translation>
    </message>
    <message>
        <source>Contain commands: they write only in the project and in temp, without network</source>
        <translation>隔离命令：只能写入项目和临时文件夹，无网络</translation>
    </message>
    <message>
        <source>Contained</source>
        <translation>已隔离</translation>
    </message>
    <message>
        <source>Contained, network allowed</source>
        <translation>已隔离，允许网络</translation>
    </message>
    <message>
        <source>Contained: writes only in the project and temp, no network</source>
        <translation>已隔离：只能写入项目和临时文件夹，无网络</translation>
    </message>
    <message>
        <source>Containment failed</source>
        <translation>隔离失败</translation>
    </message>
    <message>
        <source>Containment is on but cannot start: {0} Commands are asked about, one by one.</source>
        <translation>隔离已开启但无法启动：{0} 命令会逐条询问。</translation>
    </message>
    <message>
        <source>Not available: {0}</source>
        <translation>不可用：{0}</translation>
    </message>
    <message>
        <source>Not contained</source>
        <translation>未隔离</translation>
    </message>
    <message>
        <source>Not contained. Containment is on but cannot start: {0}</source>
        <translation>未隔离。隔离已打开，但无法启动：{0}</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开</translation>
    </message>
    <message>
        <source>On, network allowed</source>
        <translation>开启，允许网络</translation>
    </message>
</context>
<context>
    <name>ContextPopup</name>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
</context>
<context>
    <name>ConversationCommands</name>
    <message numerus="yes">
        <source>%n exact rule(s)</source>
        <translation><numerusform>%n 条精确规则</numerusform></translation>
    </message>
    <message>
        <source>Agent {0}</source>
        <translation>智能体 {0}</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>附加文件</translation>
    </message>
    <message>
        <source>Back to conversations</source>
        <translation>返回对话列表</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>It is running. Stop it first.</source>
        <translation>正在运行。请先停止。</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>继续编辑</translation>
    </message>
    <message>
        <source>No conversation is open.</source>
        <translation>没有打开的对话。</translation>
    </message>
    <message>
        <source>Nothing is running here.</source>
        <translation>这里没有正在运行的任务。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Send as text</source>
        <translation>作为文本发送</translation>
    </message>
    <message>
        <source>There is nothing to continue.</source>
        <translation>没有可继续的内容。</translation>
    </message>
    <message>
        <source>Unknown command</source>
        <translation>未知命令</translation>
    </message>
    <message>
        <source>Unknown command `/{0}`. Send it as text?</source>
        <translation>未知命令 `/{0}`。作为文本发送吗？</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>mode {0}</source>
        <translation>模式：{0}</translation>
    </message>
    <message>
        <source>model {0}</source>
        <translation>模型 {0}</translation>
    </message>
    <message>
        <source>profile {0}</source>
        <translation>配置档案：{0}</translation>
    </message>
    <message>
        <source>qodev is still starting.</source>
        <translation>qodev 仍在启动。</translation>
    </message>
</context>
<context>
    <name>ConversationList</name>
    <message>
        <source>Conversations</source>
        <translation>对话</translation>
    </message>
</context>
<context>
    <name>ConversationsPresenter</name>
    <message>
        <source>Conversation archived.</source>
        <translation>对话已归档。</translation>
    </message>
    <message>
        <source>It is running. Stop it first.</source>
        <translation>正在运行。请先停止。</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>新建对话</translation>
    </message>
    <message>
        <source>Nothing needs you.</source>
        <translation>没有需要您处理的内容。</translation>
    </message>
    <message>
        <source>The conversation cannot be archived.</source>
        <translation>无法归档此对话。</translation>
    </message>
    <message>
        <source>The conversation cannot be deleted.</source>
        <translation>无法删除此对话。</translation>
    </message>
    <message>
        <source>“{0}” deleted.</source>
        <translation>已删除“{0}”。</translation>
    </message>
</context>
<context>
    <name>DataFolderRow</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>数据文件夹</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>To move all folders of qodev, set the environment variable `QODEV_HOME` and start it again.</source>
        <translation>要移动 qodev 的所有文件夹，请设置环境变量 `QODEV_HOME` 后重新启动。</translation>
    </message>
</context>
<context>
    <name>DesktopPane</name>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Show qodev</source>
        <translation>显示 qodev</translation>
    </message>
</context>
<context>
    <name>DetailHead</name>
    <message>
        <source>Also changes the agents that use it, if you agree</source>
        <translation>经您同意后，一并更改使用它的智能体</translation>
    </message>
    <message>
        <source>Copies the whole file under another name</source>
        <translation>以另一个名称复制整个文件</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Duplicate…</source>
        <translation>创建副本…</translation>
    </message>
    <message>
        <source>Makes a file of your own that replaces it everywhere</source>
        <translation>创建您自己的文件，在所有地方取代它</translation>
    </message>
    <message>
        <source>Makes a small file of your own that inherits from it</source>
        <translation>创建一个继承自它的小文件</translation>
    </message>
    <message>
        <source>Moves the file to the trash; says first what would break</source>
        <translation>将文件移到回收站；会先说明哪些内容将失效</translation>
    </message>
    <message>
        <source>Moves your file to the trash</source>
        <translation>将您的文件移到回收站</translation>
    </message>
    <message>
        <source>New from this…</source>
        <translation>以此新建…</translation>
    </message>
    <message>
        <source>Override</source>
        <translation>覆盖</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Restore bundled</source>
        <translation>恢复自带版本</translation>
    </message>
</context>
<context>
    <name>Dialogs</name>
    <message numerus="yes">
        <source>%n file(s) with unsaved changes:</source>
        <translation><numerusform>%n 个文件有未保存的更改：</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n turn(s) are running.</source>
        <translation><numerusform>有 %n 个轮次正在运行。</numerusform></translation>
    </message>
    <message>
        <source>About qodev</source>
        <translation>关于 qodev</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message numerus="yes">
        <source>Discard %n file(s)</source>
        <translation><numerusform>放弃 %n 个文件的更改</numerusform></translation>
    </message>
    <message>
        <source>Keep it here</source>
        <translation>不发送</translation>
    </message>
    <message>
        <source>Keep qodev open</source>
        <translation>继续使用 qodev</translation>
    </message>
    <message>
        <source>Makes the profiles of AI agents and runs chats with them.</source>
        <translation>创建 AI 智能体的配置档案，并与它们对话。</translation>
    </message>
    <message>
        <source>Python {0}, Qt {1}. MIT licence.</source>
        <translation>Python {0}，Qt {1}。MIT 许可证。</translation>
    </message>
    <message>
        <source>Quit qodev</source>
        <translation>退出 qodev</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Send it unencrypted</source>
        <translation>以未加密方式发送</translation>
    </message>
    <message>
        <source>Send the key unencrypted</source>
        <translation>以未加密方式发送密钥</translation>
    </message>
    <message>
        <source>Send the key unencrypted to {0}? Everybody on the way can read it. The answer counts for this host.</source>
        <translation>要以未加密方式向 {0} 发送密钥吗？传输途中的任何人都能读取它。此选择对该主机有效。</translation>
    </message>
    <message>
        <source>Stop and quit</source>
        <translation>停止并退出</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>未保存的更改</translation>
    </message>
    <message>
        <source>qodev sends data only to the providers and servers you set up.</source>
        <translation>qodev 只向您设置的提供商和服务器发送数据。</translation>
    </message>
</context>
<context>
    <name>DiskBanner</name>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>保留我的版本</translation>
    </message>
    <message>
        <source>Keeps your text; saving then replaces what is on the disk</source>
        <translation>保留您的文本；保存时将覆盖磁盘上的内容</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>Shows both texts line by line</source>
        <translation>逐行显示两份文本</translation>
    </message>
    <message>
        <source>Takes the text on the disk; undo brings yours back</source>
        <translation>采用磁盘上的文本；撤销可恢复您的文本</translation>
    </message>
    <message>
        <source>`{0}` changed on disk while it has unsaved changes here.</source>
        <translation>`{0}` 在磁盘上已更改，而此处有未保存的更改。</translation>
    </message>
    <message>
        <source>`{0}` was deleted while it has unsaved changes here.</source>
        <translation>`{0}` 已被删除，而此处有未保存的更改。</translation>
    </message>
</context>
<context>
    <name>DocBar</name>
    <message>
        <source>Choose Keep mine first.</source>
        <translation>请先选择“保留我的版本”。</translation>
    </message>
    <message>
        <source>Choose Reload or Keep mine first.</source>
        <translation>请先选择“重新加载”或“保留我的版本”。</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Modified</source>
        <translation>已修改</translation>
    </message>
    <message>
        <source>No document is open.</source>
        <translation>没有打开的文档。</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>没有更改。</translation>
    </message>
    <message>
        <source>Open externally</source>
        <translation>用外部程序打开</translation>
    </message>
    <message>
        <source>Revert</source>
        <translation>还原</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>State of the file</source>
        <translation>文件状态</translation>
    </message>
    <message>
        <source>Takes the text on the disk again</source>
        <translation>重新采用磁盘上的文本</translation>
    </message>
    <message>
        <source>The file is being saved.</source>
        <translation>正在保存文件。</translation>
    </message>
    <message>
        <source>Writes the file whole or not at all</source>
        <translation>完整写入文件，否则不写入</translation>
    </message>
</context>
<context>
    <name>Documents</name>
    <message>
        <source>Check the command under Settings, General.</source>
        <translation>请检查“设置”的“常规”页中的命令。</translation>
    </message>
    <message numerus="yes">
        <source>Restored unsaved changes in %n file(s).</source>
        <translation><numerusform>已恢复 %n 个文件中未保存的更改。</numerusform></translation>
    </message>
    <message>
        <source>The editor `{0}` cannot be started.</source>
        <translation>无法启动编辑器 `{0}`。</translation>
    </message>
    <message>
        <source>The window of the file says why.</source>
        <translation>该文件的窗口会说明原因。</translation>
    </message>
    <message>
        <source>`{0}` changed on disk and was read again.</source>
        <translation>`{0}` 在磁盘上已更改，已重新读取。</translation>
    </message>
    <message>
        <source>`{0}` has unsaved changes. Save or revert them, then repair it.</source>
        <translation>`{0}` 有未保存的更改。请先保存或还原，再修复。</translation>
    </message>
    <message>
        <source>`{0}` is saved.</source>
        <translation>`{0}` 已保存。</translation>
    </message>
    <message numerus="yes">
        <source>qodev stays open: %n file(s) could not be saved: {0}.</source>
        <translation><numerusform>qodev 未退出：有 %n 个文件无法保存：{0}。</numerusform></translation>
    </message>
</context>
<context>
    <name>EffectField</name>
    <message>
        <source>Not written; {0}</source>
        <translation>未写入；{0}</translation>
    </message>
    <message>
        <source>{0} (not valid)</source>
        <translation>{0}（无效）</translation>
    </message>
</context>
<context>
    <name>EffectList</name>
    <message>
        <source>Effects</source>
        <translation>效果</translation>
    </message>
</context>
<context>
    <name>EmptyTranscript</name>
    <message>
        <source>Ask a question, or attach files and ask about them.</source>
        <translation>提出问题，或附加文件后就其提问。</translation>
    </message>
    <message>
        <source>Ask about this project, or switch to Code task to change it.</source>
        <translation>提问关于此项目的内容，或切换到代码任务来修改它。</translation>
    </message>
    <message>
        <source>Explain the attached file step by step.</source>
        <translation>逐步解释附加的文件。</translation>
    </message>
    <message>
        <source>Find the bug in the attached code.</source>
        <translation>找出附加代码中的错误。</translation>
    </message>
    <message>
        <source>Write tests for the attached function.</source>
        <translation>为附加的函数编写测试。</translation>
    </message>
</context>
<context>
    <name>ExamplesView</name>
    <message>
        <source>Example</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Examples of the profile</source>
        <translation>配置档案的示例</translation>
    </message>
    <message>
        <source>Kept by qodev, since the profile is read-only. Del removes it.</source>
        <translation>因配置档案只读，由 qodev 保存。按 Del 移除。</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>No examples. Type a case above and keep it, or write `# expect deny: git push origin main`.</source>
        <translation>没有示例。请在上方输入一个用例并保留，或写入 `# expect deny: git push origin main`。</translation>
    </message>
    <message>
        <source>Replay a conversation…</source>
        <translation>重放对话…</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message numerus="yes">
        <source>{0} of %n example(s) hold</source>
        <translation><numerusform>%n 个示例中有 {0} 个成立</numerusform></translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>

[The preview ends here; the file holds all of it.]</source>
        <translation>

[预览到此为止，文件中包含全部内容。]</translation>
    </message>
    <message numerus="yes">
        <source>%n text(s) look like secrets. What is ticked is blacked out.</source>
        <translation><numerusform>有 %n 处文本疑似机密，勾选的会被涂黑。</numerusform></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Export conversation</source>
        <translation>导出对话</translation>
    </message>
    <message>
        <source>Export “{0}”</source>
        <translation>导出“{0}”</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Found secrets: ticked ones are blacked out</source>
        <translation>发现的机密：勾选的会被涂黑</translation>
    </message>
    <message>
        <source>HTML page without scripts</source>
        <translation>不含脚本的 HTML 页面</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>JSON, to be imported again</source>
        <translation>JSON（可再次导入）</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Outputs of tools</source>
        <translation>工具输出</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Project name instead of its path</source>
        <translation>用项目名称代替路径</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>The preview is being made.</source>
        <translation>正在生成预览。</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>{0}… ({1} characters)</source>
        <translation>{0}…（{1} 个字符）</translation>
    </message>
</context>
<context>
    <name>FaultBanner</name>
    <message>
        <source>Open at line</source>
        <translation>打开所在行</translation>
    </message>
    <message>
        <source>Replace file</source>
        <translation>替换文件</translation>
    </message>
    <message>
        <source>Writes the rosters below to a new file and keeps the broken one beside it</source>
        <translation>将下方的名册写入新文件，并在旁边保留损坏的文件</translation>
    </message>
</context>
<context>
    <name>FaultList</name>
    <message>
        <source>Go to line {0}</source>
        <translation>转到第 {0} 行</translation>
    </message>
</context>
<context>
    <name>Field</name>
    <message>
        <source>From `{0}`</source>
        <translation>来自 `{0}`</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Takes the key out of the file, so that what is inherited counts again</source>
        <translation>从文件中移除此键，重新采用继承的值</translation>
    </message>
</context>
<context>
    <name>FieldRow</name>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>replaced whole</source>
        <translation>整体替换</translation>
    </message>
</context>
<context>
    <name>FileField</name>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>选择文件</translation>
    </message>
</context>
<context>
    <name>FileList</name>
    <message>
        <source>Files changed since</source>
        <translation>此后更改的文件</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>FileRow</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>File name</source>
        <translation>文件名</translation>
    </message>
    <message>
        <source>Rename… gives it another file.</source>
        <translation>要更改文件名，请使用“重命名…”。</translation>
    </message>
    <message>
        <source>Size of the file</source>
        <translation>文件大小</translation>
    </message>
</context>
<context>
    <name>FileView</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Text of the file</source>
        <translation>文件内容</translation>
    </message>
    <message>
        <source>The folder holds no profiles, skills or instruction files.</source>
        <translation>此文件夹中没有配置档案、技能或说明文件。</translation>
    </message>
</context>
<context>
    <name>FileWindow</name>
    <message numerus="yes">
        <source>%n more problem(s)</source>
        <translation><numerusform>另有 %n 个问题</numerusform></translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Line {0}: {1}</source>
        <translation>第 {0} 行：{1}</translation>
    </message>
    <message>
        <source>Text of the file</source>
        <translation>文件内容</translation>
    </message>
    <message>
        <source>What is wrong with the text</source>
        <translation>文本中的问题</translation>
    </message>
    <message>
        <source>{0} — qodev</source>
        <translation>{0} — qodev</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Close find</source>
        <translation>关闭查找</translation>
    </message>
    <message>
        <source>Find in conversation</source>
        <translation>在对话中查找</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>下一处匹配</translation>
    </message>
    <message>
        <source>No match</source>
        <translation>无匹配</translation>
    </message>
    <message>
        <source>Not a pattern: {0}</source>
        <translation>不是有效的正则表达式：{0}</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>上一处匹配</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>Whole word</source>
        <translation>全词匹配</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>全词</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>第 {0} 处，共 {1} 处</translation>
    </message>
</context>
<context>
    <name>FirstRun</name>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message numerus="yes">
        <source>Found: %n model(s)</source>
        <translation><numerusform>已找到：%n 个模型</numerusform></translation>
    </message>
    <message>
        <source>Model list</source>
        <translation>模型列表</translation>
    </message>
    <message>
        <source>Nothing there</source>
        <translation>无响应</translation>
    </message>
    <message>
        <source>Short message</source>
        <translation>简短消息</translation>
    </message>
    <message>
        <source>Sign-in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>The connection does not work yet.</source>
        <translation>连接尚未成功。</translation>
    </message>
</context>
<context>
    <name>FirstRunPage</name>
    <message>
        <source>Add a key</source>
        <translation>添加密钥</translation>
    </message>
    <message>
        <source>Answers come from a script on this machine. No key, no network; good for looking around.</source>
        <translation>回答来自本机上的脚本。无需密钥和网络，适合先熟悉一下。</translation>
    </message>
    <message>
        <source>Back to the ways to start</source>
        <translation>返回开始方式</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Claude, OpenAI, Google, Mistral and others. The key is tested before you go on.</source>
        <translation>Claude、OpenAI、Google、Mistral 等。继续之前会测试密钥。</translation>
    </message>
    <message>
        <source>First steps</source>
        <translation>入门</translation>
    </message>
    <message>
        <source>Ollama, LM Studio or llama.cpp that already runs on this machine. No key.</source>
        <translation>已在本机运行的 Ollama、LM Studio 或 llama.cpp。无需密钥。</translation>
    </message>
    <message>
        <source>Set up the try-out model</source>
        <translation>设置试用模型</translation>
    </message>
    <message>
        <source>Set up the try-out model…</source>
        <translation>设置试用模型…</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Try offline</source>
        <translation>离线试用</translation>
    </message>
    <message>
        <source>Use a local server</source>
        <translation>使用本地服务器</translation>
    </message>
    <message>
        <source>Ways to start</source>
        <translation>开始方式</translation>
    </message>
    <message>
        <source>Which folder is it about?</source>
        <translation>它涉及哪个文件夹？</translation>
    </message>
    <message>
        <source>qodev sends data only to the providers and servers you set up.</source>
        <translation>qodev 只向您设置的提供商和服务器发送数据。</translation>
    </message>
</context>
<context>
    <name>FirstRunPresenter</name>
    <message>
        <source>A key is set ({0}).</source>
        <translation>密钥已设置（{0}）。</translation>
    </message>
    <message>
        <source>A key is set.</source>
        <translation>密钥已设置。</translation>
    </message>
    <message>
        <source>Connection test done</source>
        <translation>连接测试完成</translation>
    </message>
    <message>
        <source>Failed: {0}</source>
        <translation>失败：{0}</translation>
    </message>
    <message>
        <source>Looking at ports 11434, 1234 and 8080…</source>
        <translation>正在检查端口 11434、1234 和 8080…</translation>
    </message>
    <message>
        <source>Looking at what is there…</source>
        <translation>正在检查现有内容…</translation>
    </message>
    <message>
        <source>Looking for a keyring…</source>
        <translation>正在查找密钥环…</translation>
    </message>
    <message>
        <source>Make one that names it as provider_instance.</source>
        <translation>请创建一个以 provider_instance 指定它的智能体。</translation>
    </message>
    <message>
        <source>No agent uses `{0}`.</source>
        <translation>没有智能体使用 `{0}`。</translation>
    </message>
    <message>
        <source>No key yet.</source>
        <translation>尚无密钥。</translation>
    </message>
    <message>
        <source>Offline demo</source>
        <translation>离线演示</translation>
    </message>
    <message>
        <source>Removing the try-out model…</source>
        <translation>正在移除试用模型…</translation>
    </message>
    <message>
        <source>Setting up the try-out model…</source>
        <translation>正在设置试用模型…</translation>
    </message>
    <message>
        <source>Starting the offline provider…</source>
        <translation>正在启动离线提供商…</translation>
    </message>
    <message>
        <source>Testing the connection…</source>
        <translation>正在测试连接…</translation>
    </message>
    <message>
        <source>The agent needs the name of a model.</source>
        <translation>智能体需要模型名称。</translation>
    </message>
    <message>
        <source>The key is stored; nothing was sent.</source>
        <translation>密钥已保存；未发送任何内容。</translation>
    </message>
    <message>
        <source>The try-out model is removed.</source>
        <translation>试用模型已移除。</translation>
    </message>
    <message>
        <source>There is no key to test.</source>
        <translation>没有可测试的密钥。</translation>
    </message>
    <message>
        <source>This provider needs no key.</source>
        <translation>此提供商不需要密钥。</translation>
    </message>
    <message>
        <source>Type or choose one.</source>
        <translation>请输入或选择一个。</translation>
    </message>
    <message>
        <source>Type the key first.</source>
        <translation>请先输入密钥。</translation>
    </message>
</context>
<context>
    <name>FixtureGrid</name>
    <message>
        <source>{0} with {1}</source>
        <translation>{0}，测试样例 {1}</translation>
    </message>
</context>
<context>
    <name>FixturesPage</name>
    <message>
        <source>Agents and fixtures</source>
        <translation>智能体与测试样例</translation>
    </message>
    <message>
        <source>Filter agents</source>
        <translation>筛选智能体</translation>
    </message>
    <message>
        <source>New fixture</source>
        <translation>新建测试样例</translation>
    </message>
    <message>
        <source>No agents are loaded.</source>
        <translation>未加载任何智能体。</translation>
    </message>
    <message>
        <source>Nothing matches the filter.</source>
        <translation>没有符合筛选条件的内容。</translation>
    </message>
    <message>
        <source>Open request</source>
        <translation>打开请求</translation>
    </message>
    <message>
        <source>Opens the request of this agent on this fixture</source>
        <translation>打开此智能体在此测试样例下的请求</translation>
    </message>
    <message>
        <source>Reason of the cell</source>
        <translation>此单元格的原因</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Run renders each agent with each fixture. Nothing is sent.</source>
        <translation>“运行”会用每个测试样例渲染每个智能体。不会发送任何内容。</translation>
    </message>
    <message>
        <source>Select a cell first.</source>
        <translation>请先选择一个单元格。</translation>
    </message>
    <message>
        <source>State of the matrix</source>
        <translation>矩阵状态</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Writes a fixture of your own and opens it</source>
        <translation>创建您自己的测试样例并打开</translation>
    </message>
</context>
<context>
    <name>FixturesPresenter</name>
    <message numerus="yes">
        <source>%n agent(s) are rendered…</source>
        <translation><numerusform>正在渲染 %n 个智能体…</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s)</source>
        <translation><numerusform>%n 个单元格</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation><numerusform>%n 个失败</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n with a warning</source>
        <translation><numerusform>%n 个有警告</numerusform></translation>
    </message>
    <message>
        <source>Agents have changed. Run again.</source>
        <translation>智能体已更改。请重新运行。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>{0}, {1}, {2}.</source>
        <translation>{0}，{1}，{2}。</translation>
    </message>
</context>
<context>
    <name>FlagField</name>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开</translation>
    </message>
</context>
<context>
    <name>FoldersField</name>
    <message>
        <source>One folder on a line</source>
        <translation>每行一个文件夹</translation>
    </message>
</context>
<context>
    <name>FullTextWindow</name>
    <message>
        <source>Whole text</source>
        <translation>完整文本</translation>
    </message>
</context>
<context>
    <name>GeneralPage</name>
    <message>
        <source>Data folder</source>
        <translation>数据文件夹</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>键盘</translation>
    </message>
    <message>
        <source>The file manager cannot be started.</source>
        <translation>无法启动文件管理器。</translation>
    </message>
    <message>
        <source>The folder is shown under Details.</source>
        <translation>文件夹路径见“详细信息”。</translation>
    </message>
    <message>
        <source>This desktop has no place for such icons.</source>
        <translation>此桌面没有放置此类图标的位置。</translation>
    </message>
    <message>
        <source>Where conversations are kept.</source>
        <translation>对话的保存位置。</translation>
    </message>
    <message>
        <source>qodev sends data only to the providers and servers you set up.</source>
        <translation>qodev 只向您设置的提供商和服务器发送数据。</translation>
    </message>
</context>
<context>
    <name>GeneralPresenter</name>
    <message numerus="yes">
        <source>%n agent(s)</source>
        <translation><numerusform>%n 个智能体</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n in the background</source>
        <translation><numerusform>后台 %n 项</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n running</source>
        <translation><numerusform>%n 个正在运行</numerusform></translation>
    </message>
    <message>
        <source>Diagnostics copied.</source>
        <translation>诊断信息已复制。</translation>
    </message>
    <message>
        <source>It is opened for the first key.</source>
        <translation>首次需要密钥时才会打开。</translation>
    </message>
    <message>
        <source>Keyring: {0}</source>
        <translation>密钥环：{0}</translation>
    </message>
    <message>
        <source>Keys are kept in {0}.</source>
        <translation>密钥保存在 {0} 中。</translation>
    </message>
    <message numerus="yes">
        <source>No problems in %n agent(s).</source>
        <translation><numerusform>%n 个智能体均无问题。</numerusform></translation>
    </message>
    <message>
        <source>Not saved: {0}.</source>
        <translation>未保存：{0}。</translation>
    </message>
    <message>
        <source>Saved as {0}.</source>
        <translation>已另存为 {0}。</translation>
    </message>
    <message>
        <source>The folder cannot be made: {0}.</source>
        <translation>无法创建文件夹：{0}。</translation>
    </message>
    <message>
        <source>The keyring was not needed yet.</source>
        <translation>尚未用到密钥环。</translation>
    </message>
    <message>
        <source>Unreachable</source>
        <translation>无法连接</translation>
    </message>
    <message>
        <source>Unreachable: {0}</source>
        <translation>无法连接：{0}</translation>
    </message>
    <message>
        <source>no problems</source>
        <translation>没有问题</translation>
    </message>
    <message>
        <source>qodev opens it only for agents that need a key.</source>
        <translation>仅当智能体需要密钥时，qodev 才会打开它。</translation>
    </message>
    <message>
        <source>unknown cause</source>
        <translation>原因未知</translation>
    </message>
</context>
<context>
    <name>HistoryDialogs</name>
    <message numerus="yes">
        <source>%n file(s) changed since:</source>
        <translation><numerusform>此后更改了 %n 个文件：</numerusform></translation>
    </message>
    <message>
        <source>A file does not match its last record.</source>
        <translation>有文件与其最后一次记录不符。</translation>
    </message>
    <message>
        <source>Edit and resend</source>
        <translation>编辑并重新发送</translation>
    </message>
    <message>
        <source>No file was changed since.</source>
        <translation>此后没有更改任何文件。</translation>
    </message>
    <message>
        <source>Rewind</source>
        <translation>回退</translation>
    </message>
    <message>
        <source>{0} does not match its last record, so no file can be taken back.</source>
        <translation>{0} 与其最后一次记录不符，因此无法恢复任何文件。</translation>
    </message>
</context>
<context>
    <name>HistoryPane</name>
    <message>
        <source>Copy of “{0}”</source>
        <translation>“{0}”的副本</translation>
    </message>
    <message>
        <source>Open the original: {0}</source>
        <translation>打开原对话：{0}</translation>
    </message>
</context>
<context>
    <name>HistoryPresenter</name>
    <message numerus="yes">
        <source>%n file(s) taken back.</source>
        <translation><numerusform>已恢复 %n 个文件。</numerusform></translation>
    </message>
    <message>
        <source>An answer is coming.</source>
        <translation>正在接收回答。</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>新建对话</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Send one first.</source>
        <translation>请先发送一条。</translation>
    </message>
    <message>
        <source>Stop it first.</source>
        <translation>请先停止。</translation>
    </message>
    <message>
        <source>The prompt is back in the composer.</source>
        <translation>提示词已回到输入框。</translation>
    </message>
    <message>
        <source>There is no message to go back to.</source>
        <translation>没有可以回退到的消息。</translation>
    </message>
    <message>
        <source>This is the copy. The original stays as it was.</source>
        <translation>这是副本，原对话保持不变。</translation>
    </message>
</context>
<context>
    <name>HostedPresenter</name>
    <message>
        <source>The consent counts until qodev quits.</source>
        <translation>此许可在 qodev 退出前有效。</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message numerus="yes">
        <source>Import %n role(s)</source>
        <translation><numerusform>导入 %n 个角色</numerusform></translation>
    </message>
    <message>
        <source>Import roles</source>
        <translation>导入角色</translation>
    </message>
    <message>
        <source>Roles of the file</source>
        <translation>文件中的角色</translation>
    </message>
    <message>
        <source>Tick a role first.</source>
        <translation>请先勾选一个角色。</translation>
    </message>
    <message>
        <source>`{0}` stays as it is. Ids that are taken get a number.</source>
        <translation>`{0}` 保持不变。已被占用的 ID 会加上编号。</translation>
    </message>
    <message>
        <source>{0} · {1} · came with the other program</source>
        <translation>{0} · {1} · 来自另一个程序</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Close inspector</source>
        <translation>关闭检查器</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Inspector tabs</source>
        <translation>检查器标签页</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
</context>
<context>
    <name>InspectorPresenter</name>
    <message>
        <source>Copied as HTTPie command. The key stands as a variable.</source>
        <translation>已复制为 HTTPie 命令。密钥以变量表示。</translation>
    </message>
    <message>
        <source>Copied as Python program. The key stands as a variable.</source>
        <translation>已复制为 Python 程序。密钥以变量表示。</translation>
    </message>
    <message>
        <source>Copied as curl command. The key stands as a variable.</source>
        <translation>已复制为 curl 命令。密钥以变量表示。</translation>
    </message>
    <message>
        <source>Step {0}</source>
        <translation>步骤 {0}</translation>
    </message>
    <message>
        <source>Would be sent now</source>
        <translation>现在发送的内容</translation>
    </message>
</context>
<context>
    <name>JsonTree</name>
    <message numerus="yes">
        <source>%n key(s)</source>
        <translation><numerusform>%n 个键</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n member(s)</source>
        <translation><numerusform>%n 个成员</numerusform></translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
</context>
<context>
    <name>KeyDialog</name>
    <message>
        <source>A key has printable characters only.</source>
        <translation>键只能包含可打印字符。</translation>
    </message>
    <message>
        <source>In</source>
        <translation>位于</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>There is a key `{0}` already.</source>
        <translation>已存在键 `{0}`。</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Type a name.</source>
        <translation>请输入名称。</translation>
    </message>
    <message>
        <source>Type another name.</source>
        <translation>请输入其他名称。</translation>
    </message>
</context>
<context>
    <name>KeyEdit</name>
    <message>
        <source>Paste the key</source>
        <translation>粘贴密钥</translation>
    </message>
</context>
<context>
    <name>KeyMap</name>
    <message>
        <source>Ctrl+Alt writes characters on many keyboards. Choose another key.</source>
        <translation>在许多键盘上 Ctrl+Alt 用于输入字符。请选择其他快捷键。</translation>
    </message>
    <message>
        <source>Input methods use this key. Choose another one.</source>
        <translation>输入法使用此键。请选择其他快捷键。</translation>
    </message>
    <message>
        <source>No key was pressed.</source>
        <translation>未按下任何键。</translation>
    </message>
    <message>
        <source>This key is needed for typing. Add Ctrl or Alt, or choose a function key.</source>
        <translation>打字需要此键。请加上 Ctrl 或 Alt，或选择功能键。</translation>
    </message>
</context>
<context>
    <name>KeyPart</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Environment variable</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>Keep it in</source>
        <translation>保存位置</translation>
    </message>
    <message>
        <source>Keep it in a file</source>
        <translation>保存到文件</translation>
    </message>
    <message>
        <source>Keep the key in a file</source>
        <translation>将密钥保存到文件</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Keyring</source>
        <translation>密钥环</translation>
    </message>
    <message>
        <source>Looking for a keyring…</source>
        <translation>正在查找密钥环…</translation>
    </message>
    <message>
        <source>No key is needed</source>
        <translation>不需要密钥</translation>
    </message>
    <message>
        <source>No keyring on this system. Use an environment variable, or keep the key until qodev quits.</source>
        <translation>此系统没有密钥环。请使用环境变量，或仅在 qodev 退出前保留密钥。</translation>
    </message>
    <message>
        <source>Paste the key</source>
        <translation>粘贴密钥</translation>
    </message>
    <message>
        <source>Private file (readable by you alone)</source>
        <translation>私有文件（仅您可读）</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>提供商</translation>
    </message>
    <message>
        <source>Store and test</source>
        <translation>保存并测试</translation>
    </message>
    <message>
        <source>Stores the key, then tests the connection</source>
        <translation>保存密钥，然后测试连接</translation>
    </message>
    <message>
        <source>The key goes into one header of requests and nowhere else.</source>
        <translation>密钥只会放入请求的一个请求头，不会用于其他任何地方。</translation>
    </message>
    <message>
        <source>The key is written into a file that only your user may read. Programs that run as you can read it too.</source>
        <translation>密钥将写入仅您的用户可读的文件。以您的身份运行的程序也能读取它。</translation>
    </message>
    <message>
        <source>Until qodev quits</source>
        <translation>直到 qodev 退出</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>Variable `{0}`: found</source>
        <translation>变量 `{0}`：已找到</translation>
    </message>
    <message>
        <source>Variable `{0}`: not found</source>
        <translation>变量 `{0}`：未找到</translation>
    </message>
    <message>
        <source>Where the key is kept</source>
        <translation>密钥的保存位置</translation>
    </message>
    <message>
        <source>qodev reads {0} when it starts.</source>
        <translation>qodev 启动时读取 {0}。</translation>
    </message>
    <message>
        <source>the variable named in the provider file</source>
        <translation>提供商文件中指定的变量</translation>
    </message>
</context>
<context>
    <name>KeyPresenter</name>
    <message>
        <source>The key is forgotten.</source>
        <translation>已清除密钥。</translation>
    </message>
    <message>
        <source>The key is moved.</source>
        <translation>已移动密钥。</translation>
    </message>
    <message>
        <source>The key is stored.</source>
        <translation>已保存密钥。</translation>
    </message>
    <message>
        <source>The key reference names no entry to store a key in.</source>
        <translation>密钥引用未指定可保存密钥的条目。</translation>
    </message>
    <message>
        <source>There is no key to store. Type or paste it first.</source>
        <translation>没有可保存的密钥。请先输入或粘贴。</translation>
    </message>
</context>
<context>
    <name>KeyboardPanel</name>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>Counts only where it is used</source>
        <translation>仅在使用处有效</translation>
    </message>
    <message>
        <source>Every action has its own keys.</source>
        <translation>每个操作都使用自己的默认快捷键。</translation>
    </message>
    <message>
        <source>Filter actions</source>
        <translation>筛选操作</translation>
    </message>
    <message>
        <source>Filter by name, menu or key</source>
        <translation>按名称、菜单或快捷键筛选</translation>
    </message>
    <message>
        <source>Gives every action its own keys again</source>
        <translation>恢复每个操作的默认快捷键</translation>
    </message>
    <message>
        <source>Gives the action its own keys again</source>
        <translation>恢复此操作的默认快捷键</translation>
    </message>
    <message>
        <source>It has its own keys.</source>
        <translation>它使用默认快捷键。</translation>
    </message>
    <message>
        <source>It has no key.</source>
        <translation>它没有快捷键。</translation>
    </message>
    <message>
        <source>Its keys count only where it is used, and cannot be changed.</source>
        <translation>它的快捷键仅在使用处有效，不能更改。</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Keys of all actions</source>
        <translation>所有操作的快捷键</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>No key</source>
        <translation>无快捷键</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>全部重置</translation>
    </message>
    <message>
        <source>Select an action first.</source>
        <translation>请先选择一个操作。</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Takes the action its keys</source>
        <translation>移除此操作的快捷键</translation>
    </message>
    <message>
        <source>Waits for another key</source>
        <translation>等待按下其他快捷键</translation>
    </message>
</context>
<context>
    <name>Launches</name>
    <message>
        <source>Starting `{0}`…</source>
        <translation>正在启动 `{0}`…</translation>
    </message>
</context>
<context>
    <name>LeafEditor</name>
    <message>
        <source>A table. Add… puts a key into it.</source>
        <translation>表。用“添加…”向其中加入键。</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开</translation>
    </message>
    <message>
        <source>Switch</source>
        <translation>开关</translation>
    </message>
    <message>
        <source>This is no array in JSON yet.</source>
        <translation>这还不是 JSON 数组。</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Type a number.</source>
        <translation>请输入数字。</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Written as JSON. An array replaces the parent&apos;s whole.</source>
        <translation>以 JSON 书写。数组会整体替换父级的数组。</translation>
    </message>
    <message>
        <source>qodev adds this when it sends.</source>
        <translation>qodev 在发送时添加此项。</translation>
    </message>
</context>
<context>
    <name>ListRow</name>
    <message>
        <source>Empty</source>
        <translation>空</translation>
    </message>
</context>
<context>
    <name>Lists</name>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>LiveRequest</name>
    <message>
        <source>Added by qodev</source>
        <translation>由 qodev 添加</translation>
    </message>
    <message>
        <source>This request cannot be built.</source>
        <translation>无法生成此请求。</translation>
    </message>
    <message>
        <source>rest {0} %</source>
        <translation>其余 {0} %</translation>
    </message>
    <message>
        <source>{0} {1} %</source>
        <translation>{0} {1} %</translation>
    </message>
</context>
<context>
    <name>LiveRequestPresenter</name>
    <message>
        <source>Copied with the key itself. Paste it nowhere public.</source>
        <translation>已连同密钥本身一起复制。请勿粘贴到公开的地方。</translation>
    </message>
    <message>
        <source>Copied. A key stands as a variable.</source>
        <translation>已复制。密钥以变量表示。</translation>
    </message>
    <message>
        <source>Current: {0}</source>
        <translation>当前：{0}</translation>
    </message>
    <message>
        <source>Last good</source>
        <translation>上次正常</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>新建对话</translation>
    </message>
    <message>
        <source>No project</source>
        <translation>无项目</translation>
    </message>
    <message>
        <source>No role</source>
        <translation>无角色</translation>
    </message>
    <message>
        <source>Role as chosen</source>
        <translation>按所选角色</translation>
    </message>
    <message>
        <source>Sample: {0}</source>
        <translation>示例：{0}</translation>
    </message>
    <message>
        <source>Stopped. Change the text to go on.</source>
        <translation>已停止。更改文本即可继续。</translation>
    </message>
    <message>
        <source>This request cannot be built.</source>
        <translation>无法生成此请求。</translation>
    </message>
</context>
<context>
    <name>LocalPart</name>
    <message>
        <source>Asks the three ports again</source>
        <translation>再次检查三个端口</translation>
    </message>
    <message>
        <source>Local servers</source>
        <translation>本地服务器</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查找</translation>
    </message>
</context>
<context>
    <name>LossList</name>
    <message numerus="yes">
        <source>%n part(s) were not taken over</source>
        <translation><numerusform>有 %n 部分未能转换</numerusform></translation>
    </message>
    <message>
        <source>What was not taken over</source>
        <translation>未转换的内容</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Menu bar</source>
        <translation>菜单栏</translation>
    </message>
    <message>
        <source>No file has changes that are not saved.</source>
        <translation>没有文件包含未保存的更改。</translation>
    </message>
    <message>
        <source>qodev is still starting. Try again in a moment.</source>
        <translation>qodev 仍在启动。请稍后再试。</translation>
    </message>
</context>
<context>
    <name>McpSkillsPage</name>
    <message>
        <source>Code tasks may also fetch single pages of the public internet. Each request asks you, in every mode but Auto; profiles can deny the tools `fetch_url` and `web_search`.</source>
        <translation>代码任务还可以获取公共互联网上的单个页面。除“自动”模式外，每次请求都会询问您；配置档案可以拒绝工具 `fetch_url` 和 `web_search`。</translation>
    </message>
    <message>
        <source>MCP &amp; skills</source>
        <translation>MCP 与技能</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Skills</source>
        <translation>技能</translation>
    </message>
    <message>
        <source>Web</source>
        <translation>网络</translation>
    </message>
</context>
<context>
    <name>MentionList</name>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
</context>
<context>
    <name>Mentions</name>
    <message>
        <source>Not trusted: its files are not listed. Choose files…</source>
        <translation>未受信任：不会列出其中的文件。选择文件…</translation>
    </message>
    <message>
        <source>it is ignored by git</source>
        <translation>被 git 忽略</translation>
    </message>
    <message>
        <source>its name looks like that of a secret</source>
        <translation>名称看起来像机密文件</translation>
    </message>
</context>
<context>
    <name>MentionsPresenter</name>
    <message>
        <source>Nothing was sent.</source>
        <translation>未发送任何内容。</translation>
    </message>
</context>
<context>
    <name>MessagesPane</name>
    <message>
        <source>The file manager cannot be started.</source>
        <translation>无法启动文件管理器。</translation>
    </message>
    <message>
        <source>The folder is shown under Details.</source>
        <translation>文件夹路径见“详细信息”。</translation>
    </message>
</context>
<context>
    <name>ModeChoice</name>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
</context>
<context>
    <name>ModePicker</name>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Mode: {0}</source>
        <translation>模式：{0}</translation>
    </message>
    <message>
        <source>Modes</source>
        <translation>模式</translation>
    </message>
</context>
<context>
    <name>ModeSwitch</name>
    <message>
        <source>Form</source>
        <translation>表单</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>分栏</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
</context>
<context>
    <name>ModeWords</name>
    <message numerus="yes">
        <source>%n file(s) of the folder wait for your decision:</source>
        <translation><numerusform>此文件夹中有 %n 个文件等待您决定：</numerusform></translation>
    </message>
    <message>
        <source>A mode belongs to a project. Open one first.</source>
        <translation>模式属于项目。请先打开一个项目。</translation>
    </message>
    <message>
        <source>Asks before each command, web request, MCP call and file change.</source>
        <translation>每次执行命令、网络请求、MCP 调用和文件更改前都询问。</translation>
    </message>
    <message>
        <source>Keep {0}</source>
        <translation>保持“{0}”</translation>
    </message>
    <message>
        <source>Reads without asking, refuses background commands, asks for the rest.</source>
        <translation>读取时不询问，拒绝后台命令，其余均询问。</translation>
    </message>
    <message>
        <source>Rules could not be read. Repair the file first.</source>
        <translation>无法读取规则。请先修复文件。</translation>
    </message>
    <message>
        <source>Runs commands and edits without asking. Deny rules still block; ask rules in profiles are approved by themselves. Commands that could not be read and changes to agent files are still asked.</source>
        <translation>运行命令和编辑文件时不询问。拒绝规则仍会阻止；配置档案中的询问规则会自动批准。无法解析的命令以及对智能体文件的更改仍会询问。</translation>
    </message>
    <message>
        <source>Runs what you allowed exactly, asks for the rest.</source>
        <translation>只直接运行您明确允许的内容，其余均询问。</translation>
    </message>
</context>
<context>
    <name>ModelButton</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Model: {0}, from {1}</source>
        <translation>模型：{0}，来自{1}</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>no model</source>
        <translation>无模型</translation>
    </message>
    <message>
        <source>override</source>
        <translation>覆盖</translation>
    </message>
</context>
<context>
    <name>ModelPopup</name>
    <message>
        <source>File says: {0}</source>
        <translation>文件中为：{0}</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>`{0}` is not among them; it is used all the same.</source>
        <translation>`{0}` 不在其中，但仍会使用。</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>NewAgentDialog</name>
    <message>
        <source>A base such as Anthropic Base Chat, or another agent</source>
        <translation>基础智能体（例如 Anthropic Base Chat），或其他智能体</translation>
    </message>
    <message>
        <source>A model name</source>
        <translation>模型名称</translation>
    </message>
    <message>
        <source>Choose what it extends.</source>
        <translation>请选择它继承自哪个智能体。</translation>
    </message>
    <message>
        <source>Extends</source>
        <translation>继承自</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>There is no agent `{0}` to extend.</source>
        <translation>没有可继承的智能体 `{0}`。</translation>
    </message>
    <message>
        <source>`{0}` names no model: type one.</source>
        <translation>`{0}` 未指定模型：请输入一个。</translation>
    </message>
    <message>
        <source>{0}, inherited</source>
        <translation>{0}，继承</translation>
    </message>
</context>
<context>
    <name>NewButton</name>
    <message>
        <source>Blank</source>
        <translation>空白</translation>
    </message>
    <message>
        <source>Copy of…</source>
        <translation>复制自…</translation>
    </message>
    <message>
        <source>New profile</source>
        <translation>新建配置档案</translation>
    </message>
    <message>
        <source>New…</source>
        <translation>新建…</translation>
    </message>
    <message>
        <source>No shell</source>
        <translation>禁用 shell</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Reviewer</source>
        <translation>审阅者</translation>
    </message>
    <message>
        <source>Translate…</source>
        <translation>转换…</translation>
    </message>
</context>
<context>
    <name>NewRoleDialog</name>
    <message>
        <source>&amp;Id</source>
        <translation>&amp;ID</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>Create role</source>
        <translation>创建角色</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>New role</source>
        <translation>新建角色</translation>
    </message>
    <message>
        <source>The id becomes the name of the file and stays as it is.</source>
        <translation>ID 将作为文件名，之后保持不变。</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>{0} {1}</source>
        <translation>{0}{1}</translation>
    </message>
</context>
<context>
    <name>NotificationsPresenter</name>
    <message>
        <source>New conversation</source>
        <translation>新建对话</translation>
    </message>
</context>
<context>
    <name>NumberRow</name>
    <message>
        <source>Type a whole number.</source>
        <translation>请输入整数。</translation>
    </message>
</context>
<context>
    <name>OfflinePart</name>
    <message>
        <source>Choose a first message. Everything stays on this machine.</source>
        <translation>请选择第一条消息。所有内容都留在本机。</translation>
    </message>
</context>
<context>
    <name>Outcome</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Use anyway</source>
        <translation>仍然使用</translation>
    </message>
</context>
<context>
    <name>PairsField</name>
    <message>
        <source>Write each line as `name = value`, with each name once.</source>
        <translation>每行写成 `name = value`，每个名称只出现一次。</translation>
    </message>
</context>
<context>
    <name>PaletteView</name>
    <message>
        <source>Actions</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Find an action</source>
        <translation>查找操作</translation>
    </message>
    <message>
        <source>Find an action; @ conversations, # agents, : settings</source>
        <translation>查找操作；@ 对话，# 智能体，: 设置</translation>
    </message>
    <message>
        <source>Nothing fits. Type other words.</source>
        <translation>没有符合的内容。请输入其他关键词。</translation>
    </message>
</context>
<context>
    <name>PastedRow</name>
    <message>
        <source>Cut it off</source>
        <translation>去掉该部分</translation>
    </message>
    <message>
        <source>The URL ends in `{0}`, which belongs to the endpoint of agents. `{1}` would stay.</source>
        <translation>URL 以 `{0}` 结尾，这部分属于智能体的端点。去掉后保留 `{1}`。</translation>
    </message>
</context>
<context>
    <name>PathField</name>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Choose a PEM file</source>
        <translation>选择 PEM 文件</translation>
    </message>
</context>
<context>
    <name>Permissions</name>
    <message numerus="yes">
        <source>%n file(s) wait</source>
        <translation><numerusform>%n 个文件等待决定</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n instruction file(s)</source>
        <translation><numerusform>%n 个指令文件</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n profile(s)</source>
        <translation><numerusform>%n 个配置档案</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n skill(s)</source>
        <translation><numerusform>%n 个技能</numerusform></translation>
    </message>
    <message>
        <source>Added</source>
        <translation>添加时间</translation>
    </message>
    <message>
        <source>Blocks in every mode</source>
        <translation>在任何模式下都阻止</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>生效范围</translation>
    </message>
    <message>
        <source>Counts in Allowlist</source>
        <translation>在“允许清单”模式下生效</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>效果</translation>
    </message>
    <message>
        <source>Enables</source>
        <translation>启用内容</translation>
    </message>
    <message>
        <source>Exact rules</source>
        <translation>精确规则</translation>
    </message>
    <message>
        <source>Exact text</source>
        <translation>精确文本</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>上次使用</translation>
    </message>
    <message>
        <source>MCP operation</source>
        <translation>MCP 操作</translation>
    </message>
    <message>
        <source>Open a project first.</source>
        <translation>请先打开一个项目。</translation>
    </message>
    <message>
        <source>Rules could not be read. Every decision asks until `{0}` is repaired.</source>
        <translation>无法读取规则。在修复 `{0}` 之前，每次决定都会询问。</translation>
    </message>
    <message>
        <source>Rules could not be read. Repair the file first.</source>
        <translation>无法读取规则。请先修复文件。</translation>
    </message>
    <message numerus="yes">
        <source>Rules reloaded {0} (%n rule(s))</source>
        <translation><numerusform>已于 {0} 重新加载规则（%n 条）</numerusform></translation>
    </message>
    <message>
        <source>Since</source>
        <translation>信任时间</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Trusted folders</source>
        <translation>受信任的文件夹</translation>
    </message>
    <message>
        <source>`{0}`: {1}, {2}</source>
        <translation>`{0}`：{1}，{2}</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从未</translation>
    </message>
    <message>
        <source>no files yet</source>
        <translation>还没有文件</translation>
    </message>
    <message>
        <source>nothing: another folder is at its path</source>
        <translation>无：其路径上现在是另一个文件夹</translation>
    </message>
</context>
<context>
    <name>PermissionsPage</name>
    <message>
        <source>&amp;Containment</source>
        <translation>隔离(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Project</source>
        <translation>项目(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Step cap</source>
        <translation>步骤上限(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Variables for commands</source>
        <translation>命令可见的变量(&amp;V)</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>添加…</translation>
    </message>
    <message>
        <source>All projects</source>
        <translation>所有项目</translation>
    </message>
    <message>
        <source>Choose a folder first.</source>
        <translation>请先选择一个文件夹。</translation>
    </message>
    <message>
        <source>Choose a rule first.</source>
        <translation>请先选择一条规则。</translation>
    </message>
    <message>
        <source>Containment</source>
        <translation>隔离</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Exact rules</source>
        <translation>精确规则</translation>
    </message>
    <message>
        <source>For projects in which nothing was chosen. Auto is chosen for one project at a time.</source>
        <translation>用于未选择模式的项目。“自动”只能逐个项目选择。</translation>
    </message>
    <message>
        <source>For turns whose profile sets no number of steps.</source>
        <translation>用于配置档案未设步骤数的轮次。</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Mode of &amp;new projects</source>
        <translation>新项目的模式(&amp;N)</translation>
    </message>
    <message>
        <source>Mode of a project</source>
        <translation>项目的模式</translation>
    </message>
    <message>
        <source>Mode of new projects</source>
        <translation>新项目的模式</translation>
    </message>
    <message>
        <source>Names that commands see besides the usual ones. Names of secrets are refused.</source>
        <translation>除常用变量外命令可见的变量名。机密的名称会被拒绝。</translation>
    </message>
    <message>
        <source>No exact rule in this project.</source>
        <translation>此项目中没有精确规则。</translation>
    </message>
    <message>
        <source>No folder is trusted.</source>
        <translation>没有受信任的文件夹。</translation>
    </message>
    <message>
        <source>No project was opened yet.</source>
        <translation>还没有打开过项目。</translation>
    </message>
    <message>
        <source>Open a project first.</source>
        <translation>请先打开一个项目。</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Review…</source>
        <translation>审阅…</translation>
    </message>
    <message>
        <source>Step cap</source>
        <translation>步骤上限</translation>
    </message>
    <message>
        <source>Stop trusting</source>
        <translation>不再信任</translation>
    </message>
    <message>
        <source>Test…</source>
        <translation>测试…</translation>
    </message>
    <message>
        <source>Trusted folders</source>
        <translation>受信任的文件夹</translation>
    </message>
    <message>
        <source>Variables for commands</source>
        <translation>命令可见的变量</translation>
    </message>
    <message>
        <source>approval</source>
        <translation>批准</translation>
    </message>
    <message>
        <source>permission</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>trust</source>
        <translation>信任</translation>
    </message>
</context>
<context>
    <name>PermissionsPresenter</name>
    <message>
        <source>An allow rule would never count for it. {0} A deny rule would.</source>
        <translation>允许规则对它永远不会生效。{0} 拒绝规则会生效。</translation>
    </message>
    <message>
        <source>An operation is allowed where it asks, since what it looks like is stored with it.</source>
        <translation>MCP 操作只能在询问时允许，因为它当时的定义会一并保存。</translation>
    </message>
    <message>
        <source>Name the server.</source>
        <translation>请指定服务器。</translation>
    </message>
    <message>
        <source>Rule removed: {0}</source>
        <translation>已移除规则：{0}</translation>
    </message>
    <message>
        <source>Type the exact text.</source>
        <translation>请输入精确文本。</translation>
    </message>
</context>
<context>
    <name>Pipelines</name>
    <message>
        <source>(missing)</source>
        <translation>（缺失）</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>Chat has no agent, so chat cannot start.</source>
        <translation>聊天没有智能体，因此无法开始聊天。</translation>
    </message>
    <message>
        <source>Code completion</source>
        <translation>代码补全</translation>
    </message>
    <message>
        <source>Code completion has no agent, so nothing can be completed.</source>
        <translation>代码补全没有智能体，因此无法补全。</translation>
    </message>
    <message>
        <source>Compression</source>
        <translation>压缩</translation>
    </message>
    <message>
        <source>Compression has no agent, so nothing can be compacted.</source>
        <translation>压缩没有智能体，因此无法压缩。</translation>
    </message>
    <message>
        <source>File patterns: {0}</source>
        <translation>文件模式：{0}</translation>
    </message>
    <message>
        <source>It takes any file.</source>
        <translation>它接受任何文件。</translation>
    </message>
    <message>
        <source>Never wins</source>
        <translation>从不胜出</translation>
    </message>
    <message>
        <source>Never wins: `{0}` stands before it and takes all of its files.</source>
        <translation>从不胜出：`{0}` 排在它之前，并接受它的所有文件。</translation>
    </message>
    <message>
        <source>Never wins: its patterns fit nothing.</source>
        <translation>从不胜出：它的模式不匹配任何内容。</translation>
    </message>
    <message>
        <source>No file pattern fits: {0}.</source>
        <translation>没有匹配的文件模式：{0}。</translation>
    </message>
    <message>
        <source>No path pattern fits: {0}.</source>
        <translation>没有匹配的路径模式：{0}。</translation>
    </message>
    <message>
        <source>Not loaded</source>
        <translation>未加载</translation>
    </message>
    <message>
        <source>Path patterns: {0}</source>
        <translation>路径模式：{0}</translation>
    </message>
    <message>
        <source>Projects: {0}</source>
        <translation>项目：{0}</translation>
    </message>
    <message>
        <source>Quick refactor</source>
        <translation>快速重构</translation>
    </message>
    <message>
        <source>Quick refactor has no agent, so nothing can be changed.</source>
        <translation>快速重构没有智能体，因此无法更改。</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>The file pattern `{0}` fits.</source>
        <translation>匹配文件模式 `{0}`。</translation>
    </message>
    <message>
        <source>The path pattern `{0}` fits.</source>
        <translation>匹配路径模式 `{0}`。</translation>
    </message>
    <message>
        <source>The project `{0}` is named.</source>
        <translation>指定了项目 `{0}`。</translation>
    </message>
    <message>
        <source>The project is another one: {0}.</source>
        <translation>不是同一个项目：{0}。</translation>
    </message>
    <message>
        <source>The roster file is broken at line {0}; defaults are in use.</source>
        <translation>名册文件第 {0} 行有错误；正在使用默认值。</translation>
    </message>
    <message>
        <source>The roster file is broken at line {0}; the rosters read before are in use.</source>
        <translation>名册文件第 {0} 行有错误；正在使用之前读取的名册。</translation>
    </message>
    <message>
        <source>Unusable</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>Would win</source>
        <translation>会胜出</translation>
    </message>
    <message>
        <source>any file</source>
        <translation>任何文件</translation>
    </message>
    <message>
        <source>built-in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>bundled</source>
        <translation>自带</translation>
    </message>
    <message>
        <source>checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>older version in use</source>
        <translation>正在使用旧版本</translation>
    </message>
    <message>
        <source>override</source>
        <translation>覆盖</translation>
    </message>
    <message>
        <source>project {0}</source>
        <translation>项目 {0}</translation>
    </message>
    <message>
        <source>user</source>
        <translation>用户</translation>
    </message>
</context>
<context>
    <name>PipelinesPage</name>
    <message>
        <source>Add to {0}</source>
        <translation>添加到{0}</translation>
    </message>
    <message>
        <source>Agents in order; the first that takes the file is used.</source>
        <translation>智能体按顺序排列；使用第一个接受该文件的智能体。</translation>
    </message>
    <message>
        <source>Loading rosters…</source>
        <translation>正在加载名册…</translation>
    </message>
    <message>
        <source>Mend or replace the roster file first.</source>
        <translation>请先修正或替换名册文件。</translation>
    </message>
    <message>
        <source>Replace {0}</source>
        <translation>替换 {0}</translation>
    </message>
    <message>
        <source>Routing tester</source>
        <translation>路由测试</translation>
    </message>
    <message>
        <source>Shows which agent a file gets, and why.</source>
        <translation>显示文件会使用哪个智能体及其原因。</translation>
    </message>
    <message>
        <source>match</source>
        <translation>匹配</translation>
    </message>
    <message>
        <source>order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>pattern</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>roster</source>
        <translation>名册</translation>
    </message>
</context>
<context>
    <name>PipelinesPresenter</name>
    <message>
        <source>Both changes are kept.</source>
        <translation>两处更改都已保留。</translation>
    </message>
    <message>
        <source>The roster file is new.</source>
        <translation>名册文件是新建的。</translation>
    </message>
    <message>
        <source>The roster file is new; the broken one is kept as `{0}`.</source>
        <translation>名册文件是新建的；损坏的文件已保留为 `{0}`。</translation>
    </message>
    <message>
        <source>The roster of {0} was changed by another program too.</source>
        <translation>{0} 的名册也被其他程序更改了。</translation>
    </message>
    <message>
        <source>`{0}` removed from {1}.</source>
        <translation>已从{1}中移除 `{0}`。</translation>
    </message>
    <message>
        <source>`{0}` stands for `{1}` now.</source>
        <translation>现在由 `{0}` 代替 `{1}`。</translation>
    </message>
</context>
<context>
    <name>PlainText</name>
    <message numerus="yes">
        <source>⟦%n accent(s)⟧</source>
        <translation><numerusform>⟦%n 个附加符号⟧</numerusform></translation>
    </message>
</context>
<context>
    <name>Presenter</name>
    <message>
        <source>The log says more.</source>
        <translation>详情请见日志。</translation>
    </message>
    <message>
        <source>qodev met a fault of its own.</source>
        <translation>qodev 自身出现故障。</translation>
    </message>
</context>
<context>
    <name>PricesEdit</name>
    <message>
        <source>Add model</source>
        <translation>添加模型</translation>
    </message>
    <message>
        <source>In</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Out</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Prices per model</source>
        <translation>模型价格</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Select a model first.</source>
        <translation>请先选择一个模型。</translation>
    </message>
    <message>
        <source>Takes the price of the selected model away</source>
        <translation>移除所选模型的价格</translation>
    </message>
</context>
<context>
    <name>ProbePresenter</name>
    <message>
        <source>Failed: {0}</source>
        <translation>失败：{0}</translation>
    </message>
    <message>
        <source>Loading models…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message>
        <source>No list: {0} A name can be typed.</source>
        <translation>没有列表：{0}可以直接输入名称。</translation>
    </message>
    <message>
        <source>Nothing was sent.</source>
        <translation>未发送任何内容。</translation>
    </message>
    <message>
        <source>The connection works.</source>
        <translation>连接正常。</translation>
    </message>
    <message>
        <source>The test was cancelled.</source>
        <translation>测试已取消。</translation>
    </message>
</context>
<context>
    <name>Problems</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation><numerusform>%n 个错误</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n info(s)</source>
        <translation><numerusform>%n 条信息</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation><numerusform>%n 个警告</numerusform></translation>
    </message>
    <message>
        <source>Affects: {0}</source>
        <translation>影响：{0}</translation>
    </message>
    <message>
        <source>Checking files…</source>
        <translation>正在检查文件…</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Info</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Show errors</source>
        <translation>显示错误</translation>
    </message>
    <message>
        <source>Show infos</source>
        <translation>显示信息</translation>
    </message>
    <message>
        <source>Show warnings</source>
        <translation>显示警告</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>affects {0}</source>
        <translation>影响 {0}</translation>
    </message>
</context>
<context>
    <name>ProblemsDock</name>
    <message>
        <source>Close problems</source>
        <translation>关闭问题面板</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
</context>
<context>
    <name>ProblemsPage</name>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Copies the whole message</source>
        <translation>复制完整消息</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filter problems</source>
        <translation>筛选问题</translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>It lies in no file.</source>
        <translation>它不在任何文件中。</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>条目</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Messages of loading</source>
        <translation>加载消息</translation>
    </message>
    <message>
        <source>No repair is known for it.</source>
        <translation>没有已知的修复方法。</translation>
    </message>
    <message>
        <source>Nothing matches the filter.</source>
        <translation>没有符合筛选条件的内容。</translation>
    </message>
    <message>
        <source>Open at line</source>
        <translation>打开所在行</translation>
    </message>
    <message>
        <source>Opens the file at the line</source>
        <translation>打开文件并定位到该行</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Select a problem first.</source>
        <translation>请先选择一个问题。</translation>
    </message>
    <message>
        <source>Severities</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
</context>
<context>
    <name>ProfileBar</name>
    <message>
        <source>State of the file</source>
        <translation>文件状态</translation>
    </message>
</context>
<context>
    <name>ProfileChoicePresenter</name>
    <message numerus="yes">
        <source>%n profile(s) read.</source>
        <translation><numerusform>已读取 %n 个配置档案。</numerusform></translation>
    </message>
    <message>
        <source>Profile: {0}</source>
        <translation>配置档案：{0}</translation>
    </message>
</context>
<context>
    <name>ProfileField</name>
    <message>
        <source>The form cannot be changed now.</source>
        <translation>现在无法更改表单。</translation>
    </message>
</context>
<context>
    <name>ProfileForm</name>
    <message>
        <source>1 to 8 requests a turn; empty keeps the setting.</source>
        <translation>每个轮次 1 到 8 次请求；留空则沿用设置。</translation>
    </message>
    <message>
        <source>A model of the conversation&apos;s connection; empty keeps the one chosen there.</source>
        <translation>对话所用连接中的模型；留空则沿用对话中选择的模型。</translation>
    </message>
    <message>
        <source>Applied to Ollama and to bodies that have a temperature; hosted OpenAI requests report that it is not applied.</source>
        <translation>适用于 Ollama 以及带有 temperature 的正文；托管的 OpenAI 请求会提示未采用此值。</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Counts where no tool rule matches.</source>
        <translation>没有工具规则匹配时生效。</translation>
    </message>
    <message>
        <source>Default permission</source>
        <translation>默认权限</translation>
    </message>
    <message>
        <source>Denied paths</source>
        <translation>拒绝的路径</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Edit paths</source>
        <translation>可编辑路径</translation>
    </message>
    <message>
        <source>Form paused: line {0}, column {1}.</source>
        <translation>表单已暂停：第 {0} 行，第 {1} 列。</translation>
    </message>
    <message>
        <source>Form paused: the text is no profile yet.</source>
        <translation>表单已暂停：文本还不是有效的配置档案。</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Matches no command of the examples.</source>
        <translation>不匹配示例中的任何命令。</translation>
    </message>
    <message>
        <source>Matches no tool that is known now.</source>
        <translation>不匹配目前已知的任何工具。</translation>
    </message>
    <message>
        <source>Matches now: {0}.</source>
        <translation>目前匹配：{0}。</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Never decides: line {0} matches all that it can.</source>
        <translation>从不起作用：第 {0} 行已匹配它能匹配的全部内容。</translation>
    </message>
    <message>
        <source>One pattern a line, such as `src/generated/**`; a denied path is refused whatever is allowed.</source>
        <translation>每行一个模式，例如 `src/generated/**`；被拒绝的路径无论允许了什么都会拒绝。</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤数</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>These bind qodev&apos;s file tools; shell commands can still change files.</source>
        <translation>仅约束 qodev 的文件工具；shell 命令仍可更改文件。</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>`{0}` in line {1} is not known.</source>
        <translation>第 {1} 行的 `{0}` 未知。</translation>
    </message>
    <message>
        <source>can never match</source>
        <translation>永远不会匹配</translation>
    </message>
    <message>
        <source>shadowed by line {0}</source>
        <translation>被第 {0} 行遮蔽</translation>
    </message>
    <message numerus="yes">
        <source>{0} and %n more</source>
        <translation><numerusform>{0} 以及另外 %n 个</numerusform></translation>
    </message>
    <message>
        <source>{0}: {1}.</source>
        <translation>{0}：{1}。</translation>
    </message>
</context>
<context>
    <name>ProfileFormView</name>
    <message>
        <source>Also deny interpreters</source>
        <translation>同时拒绝解释器</translation>
    </message>
    <message>
        <source>Also deny run_command and verify_command</source>
        <translation>同时拒绝 `run_command` 和 `verify_command`</translation>
    </message>
    <message>
        <source>Commands are not bound by path patterns</source>
        <translation>路径模式不约束命令</translation>
    </message>
    <message>
        <source>Form of the profile</source>
        <translation>配置档案的表单</translation>
    </message>
    <message>
        <source>Programs that run programs could still do what a rule denies</source>
        <translation>能运行其他程序的程序仍可能做到规则所拒绝的事</translation>
    </message>
    <message>
        <source>The profile is read-only.</source>
        <translation>此配置档案是只读的。</translation>
    </message>
</context>
<context>
    <name>ProfileListPane</name>
    <message>
        <source>No profile of your own. Start from Reviewer or Blank.</source>
        <translation>您还没有自己的配置档案。请从“审阅者”或“空白”开始。</translation>
    </message>
    <message>
        <source>Open agent profiles folder</source>
        <translation>打开智能体配置档案文件夹</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>配置档案</translation>
    </message>
    <message>
        <source>Read the profiles again</source>
        <translation>重新读取配置档案</translation>
    </message>
</context>
<context>
    <name>ProfilePane</name>
    <message>
        <source>The folder could not be opened: {0}</source>
        <translation>无法打开文件夹：{0}</translation>
    </message>
</context>
<context>
    <name>ProfileParts</name>
    <message>
        <source>Claude Code</source>
        <translation>Claude Code</translation>
    </message>
    <message>
        <source>OpenCode</source>
        <translation>OpenCode</translation>
    </message>
    <message>
        <source>Qoder</source>
        <translation>Qoder</translation>
    </message>
</context>
<context>
    <name>ProfilePicker</name>
    <message>
        <source>Profile</source>
        <translation>配置档案</translation>
    </message>
    <message>
        <source>Profile: {0}</source>
        <translation>配置档案：{0}</translation>
    </message>
</context>
<context>
    <name>ProfilePopup</name>
    <message>
        <source>Manage agent profiles…</source>
        <translation>管理智能体配置档案…</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>配置档案</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>{0}, chosen</source>
        <translation>{0}，已选择</translation>
    </message>
</context>
<context>
    <name>ProfileProblems</name>
    <message>
        <source>More about the problem</source>
        <translation>此问题的更多信息</translation>
    </message>
    <message>
        <source>Nothing is wrong with this profile.</source>
        <translation>此配置档案没有问题。</translation>
    </message>
    <message>
        <source>Problems of this profile</source>
        <translation>此配置档案的问题</translation>
    </message>
</context>
<context>
    <name>ProfileRows</name>
    <message>
        <source>Built into qodev</source>
        <translation>qodev 内置</translation>
    </message>
    <message>
        <source>Built-in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>OpenCode</source>
        <translation>OpenCode</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>delegation only</source>
        <translation>仅限委派</translation>
    </message>
    <message>
        <source>main only</source>
        <translation>仅限主任务</translation>
    </message>
    <message>
        <source>model not applied</source>
        <translation>未采用模型</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
    <message>
        <source>replaces built-in</source>
        <translation>取代内置</translation>
    </message>
    <message>
        <source>reserved name</source>
        <translation>保留名称</translation>
    </message>
    <message>
        <source>shadowed</source>
        <translation>被遮蔽</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>已跳过</translation>
    </message>
</context>
<context>
    <name>ProfileState</name>
    <message>
        <source>Not saved: line {0}, {1}: {2}</source>
        <translation>未保存：第 {0} 行，{1}：{2}</translation>
    </message>
    <message>
        <source>{0} / {1} bytes</source>
        <translation>{0} / {1} 字节</translation>
    </message>
</context>
<context>
    <name>ProfileTable</name>
    <message>
        <source>Active</source>
        <translation>有效</translation>
    </message>
    <message>
        <source>Built into qodev</source>
        <translation>qodev 内置</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>Model preference not applied</source>
        <translation>未采用首选模型</translation>
    </message>
    <message>
        <source>No profile of your own. Start from Reviewer or Blank.</source>
        <translation>您还没有自己的配置档案。请从“审阅者”或“空白”开始。</translation>
    </message>
    <message>
        <source>Qoder</source>
        <translation>Qoder</translation>
    </message>
    <message>
        <source>Replaces built-in</source>
        <translation>取代内置</translation>
    </message>
    <message>
        <source>Reserved name</source>
        <translation>保留名称</translation>
    </message>
    <message>
        <source>Shadowed</source>
        <translation>被遮蔽</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>`{0}` is not trusted: its profiles are not read.</source>
        <translation>`{0}` 未受信任：不读取其配置档案。</translation>
    </message>
    <message>
        <source>delegation</source>
        <translation>委派</translation>
    </message>
    <message>
        <source>main task</source>
        <translation>主任务</translation>
    </message>
    <message>
        <source>main task, delegation</source>
        <translation>主任务、委派</translation>
    </message>
</context>
<context>
    <name>ProfileTablePage</name>
    <message>
        <source>Choose a profile first.</source>
        <translation>请先选择一个配置档案。</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>New profile</source>
        <translation>新建配置档案</translation>
    </message>
    <message>
        <source>New…</source>
        <translation>新建…</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Open the profiles folder</source>
        <translation>打开配置档案文件夹</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>配置档案</translation>
    </message>
    <message>
        <source>Read profiles again</source>
        <translation>重新读取配置档案</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>refresh</source>
        <translation>刷新</translation>
    </message>
</context>
<context>
    <name>ProfileTablePresenter</name>
    <message>
        <source>Loading profiles…</source>
        <translation>正在加载配置档案…</translation>
    </message>
</context>
<context>
    <name>ProfileText</name>
    <message>
        <source>Text of the profile</source>
        <translation>配置档案的文本</translation>
    </message>
</context>
<context>
    <name>ProfileView</name>
    <message>
        <source>Form</source>
        <translation>表单</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
</context>
<context>
    <name>ProfileWindow</name>
    <message>
        <source>Agent profiles</source>
        <translation>智能体配置档案</translation>
    </message>
    <message>
        <source>Copy to my profiles…</source>
        <translation>复制到我的配置档案…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>It is no profile in the format of qodev, so it has no form.</source>
        <translation>它不是 qodev 格式的配置档案，因此没有表单。</translation>
    </message>
    <message>
        <source>Open externally</source>
        <translation>用外部程序打开</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Translate…</source>
        <translation>转换…</translation>
    </message>
</context>
<context>
    <name>ProfileWords</name>
    <message>
        <source>Allow</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>Allowlist</source>
        <translation>允许清单</translation>
    </message>
    <message>
        <source>Always ask</source>
        <translation>始终询问</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Built-in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>Cannot be read for sure</source>
        <translation>无法可靠解析</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Command rules</source>
        <translation>命令规则</translation>
    </message>
    <message>
        <source>Default permission</source>
        <translation>默认权限</translation>
    </message>
    <message>
        <source>Delegation</source>
        <translation>委派</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Exact denies</source>
        <translation>精确拒绝</translation>
    </message>
    <message>
        <source>File edit</source>
        <translation>编辑文件</translation>
    </message>
    <message>
        <source>File read</source>
        <translation>读取文件</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>库</translation>
    </message>
    <message>
        <source>MCP tool</source>
        <translation>MCP 工具</translation>
    </message>
    <message>
        <source>No question is asked.</source>
        <translation>不会询问。</translation>
    </message>
    <message>
        <source>No rule can allow</source>
        <translation>任何规则都不能允许</translation>
    </message>
    <message>
        <source>OpenCode, project</source>
        <translation>OpenCode（项目）</translation>
    </message>
    <message>
        <source>OpenCode, user</source>
        <translation>OpenCode（用户）</translation>
    </message>
    <message>
        <source>Path rules</source>
        <translation>路径规则</translation>
    </message>
    <message>
        <source>Profile asks</source>
        <translation>配置档案要求询问</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Project mode</source>
        <translation>项目模式</translation>
    </message>
    <message>
        <source>Read without a shell.</source>
        <translation>不经 shell 直接读取。</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Search pattern</source>
        <translation>搜索模式</translation>
    </message>
    <message>
        <source>Skill</source>
        <translation>技能</translation>
    </message>
    <message>
        <source>The mode asks you.</source>
        <translation>此模式会询问您。</translation>
    </message>
    <message>
        <source>The mode does not allow it.</source>
        <translation>此模式不允许。</translation>
    </message>
    <message>
        <source>The model does not see the tool.</source>
        <translation>模型看不到此工具。</translation>
    </message>
    <message>
        <source>The profile asks you.</source>
        <translation>配置档案会询问您。</translation>
    </message>
    <message>
        <source>The profile denies it.</source>
        <translation>配置档案拒绝此操作。</translation>
    </message>
    <message>
        <source>The project denies exactly this.</source>
        <translation>项目明确拒绝此操作。</translation>
    </message>
    <message>
        <source>Tool call</source>
        <translation>工具调用</translation>
    </message>
    <message>
        <source>Tool is on offer</source>
        <translation>工具已提供</translation>
    </message>
    <message>
        <source>Tool rules</source>
        <translation>工具规则</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Web address</source>
        <translation>网址</translation>
    </message>
    <message>
        <source>You are asked in every mode.</source>
        <translation>在任何模式下都会询问您。</translation>
    </message>
    <message>
        <source>You confirm the call, then review the change.</source>
        <translation>您先确认调用，再审阅更改。</translation>
    </message>
    <message>
        <source>You review the change.</source>
        <translation>由您审阅更改。</translation>
    </message>
    <message>
        <source>hidden from the model and blocked</source>
        <translation>对模型隐藏并阻止</translation>
    </message>
    <message>
        <source>the project&apos;s mode decides</source>
        <translation>由项目的模式决定</translation>
    </message>
    <message>
        <source>you confirm each call; in Auto approved by itself</source>
        <translation>由您逐次确认；在“自动”模式下自动批准</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>Profiles</name>
    <message numerus="yes">
        <source>%n profile(s) were read.</source>
        <translation><numerusform>已读取 %n 个配置档案。</numerusform></translation>
    </message>
    <message>
        <source>Built into qodev. Copy it to your profiles to change it.</source>
        <translation>qodev 内置。要更改它，请将其复制到您的配置档案。</translation>
    </message>
    <message>
        <source>Imported from OpenCode, and read-only here.</source>
        <translation>从 OpenCode 导入，在此只读。</translation>
    </message>
    <message>
        <source>It is built into qodev.</source>
        <translation>它内置于 qodev。</translation>
    </message>
    <message>
        <source>It is no agent of another program.</source>
        <translation>它不是其他程序的智能体。</translation>
    </message>
    <message>
        <source>It is no profile that is loaded.</source>
        <translation>它不是已加载的配置档案。</translation>
    </message>
    <message>
        <source>It is not a profile of your own.</source>
        <translation>它不是您自己的配置档案。</translation>
    </message>
    <message>
        <source>It is not saved yet.</source>
        <translation>它尚未保存。</translation>
    </message>
    <message>
        <source>It lies in a folder that qodev never writes to.</source>
        <translation>它位于 qodev 从不写入的文件夹中。</translation>
    </message>
    <message>
        <source>Managed in the repository.</source>
        <translation>由代码仓库管理。</translation>
    </message>
    <message>
        <source>New profile</source>
        <translation>新建配置档案</translation>
    </message>
    <message>
        <source>Save or revert the changes first.</source>
        <translation>请先保存或还原更改。</translation>
    </message>
    <message>
        <source>Save or revert {0} first.</source>
        <translation>请先保存或还原 {0}。</translation>
    </message>
    <message>
        <source>Skipped: {0}</source>
        <translation>已跳过：{0}</translation>
    </message>
    <message>
        <source>The text is no profile yet.</source>
        <translation>文本还不是有效的配置档案。</translation>
    </message>
    <message>
        <source>Use Translate…, which says what is lost.</source>
        <translation>请使用“转换…”，它会说明哪些内容会丢失。</translation>
    </message>
    <message>
        <source>`{0}` is in the trash.</source>
        <translation>`{0}` 已在回收站中。</translation>
    </message>
    <message>
        <source>`{0}` is renamed.</source>
        <translation>`{0}` 已重命名。</translation>
    </message>
    <message>
        <source>{0} Its text is not shown.</source>
        <translation>{0}不显示其文本。</translation>
    </message>
</context>
<context>
    <name>ProjectButton</name>
    <message>
        <source>All projects</source>
        <translation>所有项目</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Project: {0}</source>
        <translation>项目：{0}</translation>
    </message>
    <message>
        <source>Projects</source>
        <translation>项目</translation>
    </message>
</context>
<context>
    <name>ProjectHead</name>
    <message>
        <source>Choose another folder…</source>
        <translation>选择其他文件夹…</translation>
    </message>
</context>
<context>
    <name>ProjectModePresenter</name>
    <message>
        <source>Mode: {0}</source>
        <translation>模式：{0}</translation>
    </message>
</context>
<context>
    <name>ProjectPane</name>
    <message>
        <source>Choose another folder</source>
        <translation>选择其他文件夹</translation>
    </message>
    <message>
        <source>No conversation is open.</source>
        <translation>没有打开的对话。</translation>
    </message>
    <message>
        <source>No project is open.</source>
        <translation>没有打开的项目。</translation>
    </message>
    <message>
        <source>No project was opened yet.</source>
        <translation>还没有打开过项目。</translation>
    </message>
    <message>
        <source>Open project</source>
        <translation>打开项目</translation>
    </message>
    <message>
        <source>Recent projects</source>
        <translation>最近的项目</translation>
    </message>
    <message>
        <source>Stop trusting this folder</source>
        <translation>不再信任此文件夹</translation>
    </message>
    <message>
        <source>Switch to Auto</source>
        <translation>切换到“自动”</translation>
    </message>
    <message>
        <source>Switch to Auto?</source>
        <translation>要切换到“自动”吗？</translation>
    </message>
    <message>
        <source>Trust this folder…</source>
        <translation>信任此文件夹…</translation>
    </message>
</context>
<context>
    <name>ProjectPart</name>
    <message>
        <source>A chat needs no folder. One can be opened at any time, at the head of the sidebar.</source>
        <translation>聊天不需要文件夹。随时可以在侧边栏顶部打开。</translation>
    </message>
    <message>
        <source>A folder of yours. What it brings along is shown before anything of it counts.</source>
        <translation>您的一个文件夹。其中附带的内容会先显示出来，然后才会生效。</translation>
    </message>
    <message>
        <source>Continue without one</source>
        <translation>不打开项目，继续</translation>
    </message>
    <message>
        <source>Open a project…</source>
        <translation>打开项目…</translation>
    </message>
</context>
<context>
    <name>Projects</name>
    <message numerus="yes">
        <source>%n running</source>
        <translation><numerusform>%n 个正在运行</numerusform></translation>
    </message>
    <message>
        <source>All projects</source>
        <translation>所有项目</translation>
    </message>
    <message>
        <source>No project</source>
        <translation>无项目</translation>
    </message>
    <message>
        <source>The folder is gone. Its conversations stay readable.</source>
        <translation>此文件夹已不存在。其中的对话仍可阅读。</translation>
    </message>
</context>
<context>
    <name>ProjectsPresenter</name>
    <message numerus="yes">
        <source>%n conversation(s) belong to `{0}` now.</source>
        <translation><numerusform>%n 个对话现在属于 `{0}`。</numerusform></translation>
    </message>
</context>
<context>
    <name>PromptArea</name>
    <message numerus="yes">
        <source>Deny all %n</source>
        <translation><numerusform>拒绝全部 %n 个</numerusform></translation>
    </message>
    <message>
        <source>Go to the next</source>
        <translation>前往下一个</translation>
    </message>
    <message>
        <source>Open questions</source>
        <translation>待回答的问题</translation>
    </message>
</context>
<context>
    <name>PromptCard</name>
    <message>
        <source>Contain commands…</source>
        <translation>隔离命令…</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Scroll to the end of the text first.</source>
        <translation>请先滚动到文本末尾。</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
</context>
<context>
    <name>ProviderDialogs</name>
    <message>
        <source>Also forget its key `{0}`</source>
        <translation>同时清除其密钥 `{0}`</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Change them too, as one step that can be undone</source>
        <translation>一并更改，作为可一步撤销的操作</translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Not changed, since qodev never writes there: {0}. They will not find it.</source>
        <translation>未更改，因为 qodev 从不写入该处：{0}。它们将找不到此提供商。</translation>
    </message>
    <message numerus="yes">
        <source>Remove and break %n agent(s)</source>
        <translation><numerusform>移除并使 %n 个智能体失效</numerusform></translation>
    </message>
    <message>
        <source>Remove provider</source>
        <translation>移除提供商</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message numerus="yes">
        <source>Rename and change %n file(s)</source>
        <translation><numerusform>重命名并更改 %n 个文件</numerusform></translation>
    </message>
    <message>
        <source>Rename provider</source>
        <translation>重命名提供商</translation>
    </message>
    <message>
        <source>Restore bundled</source>
        <translation>恢复自带版本</translation>
    </message>
    <message>
        <source>The bundled provider of that name is used again.</source>
        <translation>将重新使用同名的自带提供商。</translation>
    </message>
    <message>
        <source>The file of `{0}` is moved to the trash.</source>
        <translation>`{0}` 的文件将移到回收站。</translation>
    </message>
    <message>
        <source>These agents use it and could not be sent: {0}.</source>
        <translation>以下智能体使用它，将无法发送：{0}。</translation>
    </message>
    <message>
        <source>These name it: {0}.</source>
        <translation>以下内容引用了它：{0}。</translation>
    </message>
    <message>
        <source>These providers extend it and would not load: {0}.</source>
        <translation>以下提供商继承自它，将无法加载：{0}。</translation>
    </message>
    <message>
        <source>`{0}` becomes `{1}`.</source>
        <translation>`{0}` 将改为 `{1}`。</translation>
    </message>
    <message numerus="yes">
        <source>and %n other(s)</source>
        <translation><numerusform>以及另外 %n 个</numerusform></translation>
    </message>
</context>
<context>
    <name>ProviderDocumentPresenter</name>
    <message>
        <source>Form paused: line {0}, column {1}. {2}</source>
        <translation>表单已暂停：第 {0} 行，第 {1} 列。{2}</translation>
    </message>
    <message>
        <source>The file is being read.</source>
        <translation>正在读取文件。</translation>
    </message>
    <message>
        <source>`{0}` is built into qodev.</source>
        <translation>`{0}` 内置于 qodev。</translation>
    </message>
</context>
<context>
    <name>ProviderForm</name>
    <message>
        <source>Abstract</source>
        <translation>仅作基础</translation>
    </message>
    <message>
        <source>Arguments, one a line</source>
        <translation>参数，每行一个</translation>
    </message>
    <message>
        <source>CA file</source>
        <translation>CA 文件</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用地址</translation>
    </message>
    <message>
        <source>Check TLS</source>
        <translation>验证 TLS</translation>
    </message>
    <message>
        <source>Client API</source>
        <translation>客户端 API</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Connect within, s</source>
        <translation>连接超时（秒）</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Extends</source>
        <translation>继承自</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>请求头</translation>
    </message>
    <message>
        <source>How the server is started</source>
        <translation>服务器的启动方式</translation>
    </message>
    <message>
        <source>Inheritance</source>
        <translation>继承</translation>
    </message>
    <message>
        <source>Lists models at</source>
        <translation>模型列表地址</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Not known, and kept in the file: {0}</source>
        <translation>未知，但保留在文件中：{0}</translation>
    </message>
    <message>
        <source>One `name = value` a line; the value `env:NAME` is read from the environment</source>
        <translation>每行一个 `name = value`；值 `env:NAME` 从环境变量读取</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>Ready when this answers</source>
        <translation>此地址响应即为就绪</translation>
    </message>
    <message>
        <source>Ready within, s</source>
        <translation>就绪超时（秒）</translation>
    </message>
    <message>
        <source>Runs on after qodev</source>
        <translation>qodev 退出后继续运行</translation>
    </message>
    <message>
        <source>Silence at most, s</source>
        <translation>最长无数据时间（秒）</translation>
    </message>
    <message>
        <source>Time-outs</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>URL</source>
        <translation>URL</translation>
    </message>
    <message>
        <source>Variables, `name = value`</source>
        <translation>变量，`name = value`</translation>
    </message>
    <message>
        <source>Whole answer, s; 0: no limit</source>
        <translation>完整回答时限（秒）；0 表示不限</translation>
    </message>
</context>
<context>
    <name>ProviderHosted</name>
    <message>
        <source>Both are off until you switch them on, and count from the next turn.</source>
        <translation>两项默认关闭，由您开启，从下一轮次起生效。</translation>
    </message>
    <message>
        <source>Code tasks on this provider</source>
        <translation>在此提供商上运行代码任务</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开</translation>
    </message>
    <message>
        <source>Send Code tasks</source>
        <translation>发送代码任务</translation>
    </message>
    <message>
        <source>Share the project with child tasks</source>
        <translation>与子任务共享项目</translation>
    </message>
    <message>
        <source>The file gives no provider yet.</source>
        <translation>此文件还不能生成提供商。</translation>
    </message>
    <message>
        <source>This server is on your machine or its network, so nothing is uploaded.</source>
        <translation>此服务器位于您的计算机或其所在网络上，因此不会上传任何内容。</translation>
    </message>
    <message>
        <source>Uploads to {0}: the files of the project that a child task reads in a worktree of its own. Child tasks need both switches.</source>
        <translation>上传到 {0}：子任务在自己的工作树中读取的项目文件。子任务需要同时开启两个开关。</translation>
    </message>
    <message>
        <source>Uploads to {0}: your messages, the files that the model reads, and the output of commands and tools.</source>
        <translation>上传到 {0}：您的消息、模型读取的文件，以及命令和工具的输出。</translation>
    </message>
</context>
<context>
    <name>ProviderKey</name>
    <message>
        <source>Also used by {0}.</source>
        <translation>同时被 {0} 使用。</translation>
    </message>
    <message>
        <source>An entry of the key store, `env:NAME`, or several of them parted by `|`</source>
        <translation>密钥存储中的条目、`env:NAME`，或用 `|` 分隔的多个</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Environment variable</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>Forgets the stored key</source>
        <translation>清除已保存的密钥</translation>
    </message>
    <message>
        <source>Keep it in</source>
        <translation>保存位置</translation>
    </message>
    <message>
        <source>Keep it in a file</source>
        <translation>保存到文件</translation>
    </message>
    <message>
        <source>Keep the key in a file</source>
        <translation>将密钥保存到文件</translation>
    </message>
    <message>
        <source>Keeps the key where you chose</source>
        <translation>将密钥保存到您选择的位置</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Key reference</source>
        <translation>密钥引用</translation>
    </message>
    <message>
        <source>Keyring</source>
        <translation>密钥环</translation>
    </message>
    <message>
        <source>Looking for the key…</source>
        <translation>正在查找密钥…</translation>
    </message>
    <message>
        <source>Makes the key reference name an entry that a key can be stored in</source>
        <translation>让密钥引用指定一个可保存密钥的条目</translation>
    </message>
    <message>
        <source>Makes the key reference name this variable too</source>
        <translation>让密钥引用也指定此变量</translation>
    </message>
    <message>
        <source>Move the key</source>
        <translation>移动密钥</translation>
    </message>
    <message>
        <source>Name an entry</source>
        <translation>指定条目</translation>
    </message>
    <message>
        <source>Name of the variable</source>
        <translation>变量名</translation>
    </message>
    <message>
        <source>No key is set.</source>
        <translation>未设置密钥。</translation>
    </message>
    <message>
        <source>No key is stored.</source>
        <translation>未保存密钥。</translation>
    </message>
    <message>
        <source>No keyring on this system. Use an environment variable, or keep the key until qodev quits.</source>
        <translation>此系统没有密钥环。请使用环境变量，或仅在 qodev 退出前保留密钥。</translation>
    </message>
    <message>
        <source>Private file</source>
        <translation>私有文件</translation>
    </message>
    <message>
        <source>Read this variable</source>
        <translation>读取此变量</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Show what is typed</source>
        <translation>显示输入内容</translation>
    </message>
    <message>
        <source>Store key</source>
        <translation>保存密钥</translation>
    </message>
    <message>
        <source>Such as NAME_API_KEY</source>
        <translation>例如 `NAME_API_KEY`</translation>
    </message>
    <message>
        <source>The key is set, {0}.</source>
        <translation>密钥已设置，{0}。</translation>
    </message>
    <message>
        <source>The key is stored under `{0}`.</source>
        <translation>密钥保存在 `{0}` 下。</translation>
    </message>
    <message>
        <source>The key is written into a file that only your user may read. Programs that run as you can read it too.</source>
        <translation>密钥将写入仅您的用户可读的文件。以您的身份运行的程序也能读取它。</translation>
    </message>
    <message>
        <source>The key reference names no entry to store a key in.</source>
        <translation>密钥引用未指定可保存密钥的条目。</translation>
    </message>
    <message>
        <source>The key store is being asked.</source>
        <translation>正在查询密钥存储。</translation>
    </message>
    <message>
        <source>This file is read-only.</source>
        <translation>此文件是只读的。</translation>
    </message>
    <message>
        <source>This provider names no key.</source>
        <translation>此提供商未指定密钥。</translation>
    </message>
    <message>
        <source>Until qodev quits</source>
        <translation>直到 qodev 退出</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>Variable `{0}`: found</source>
        <translation>变量 `{0}`：已找到</translation>
    </message>
    <message>
        <source>Variable `{0}`: not found</source>
        <translation>变量 `{0}`：未找到</translation>
    </message>
    <message>
        <source>Where the key is kept</source>
        <translation>密钥的保存位置</translation>
    </message>
    <message>
        <source>in a private file</source>
        <translation>位于私有文件中</translation>
    </message>
    <message>
        <source>in the keyring</source>
        <translation>位于密钥环中</translation>
    </message>
    <message>
        <source>in the variable `{0}`</source>
        <translation>位于变量 `{0}` 中</translation>
    </message>
    <message>
        <source>until qodev quits</source>
        <translation>保留到 qodev 退出</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>ProviderListPane</name>
    <message>
        <source>Add…</source>
        <translation>添加…</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filter providers</source>
        <translation>筛选提供商</translation>
    </message>
    <message>
        <source>Loading providers…</source>
        <translation>正在加载提供商…</translation>
    </message>
    <message>
        <source>No provider of your own yet.</source>
        <translation>您还没有自己的提供商。</translation>
    </message>
    <message>
        <source>Nothing matches `{0}`.</source>
        <translation>没有与 `{0}` 匹配的内容。</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>提供商</translation>
    </message>
    <message>
        <source>Providers</source>
        <translation>提供商</translation>
    </message>
</context>
<context>
    <name>ProviderServer</name>
    <message>
        <source>Ends the server</source>
        <translation>停止服务器</translation>
    </message>
    <message>
        <source>In {0}, with the variables {1}.</source>
        <translation>在 {0} 中，使用变量 {1}。</translation>
    </message>
    <message>
        <source>In {0}.</source>
        <translation>在 {0} 中。</translation>
    </message>
    <message>
        <source>Local server</source>
        <translation>本地服务器</translation>
    </message>
    <message>
        <source>Output of the server</source>
        <translation>服务器的输出</translation>
    </message>
    <message>
        <source>Runs {0}</source>
        <translation>运行 {0}</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Starts the server, or uses one that answers</source>
        <translation>启动服务器，或使用已有响应的服务器</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>The server does not run.</source>
        <translation>服务器未运行。</translation>
    </message>
    <message>
        <source>The server is stopping.</source>
        <translation>服务器正在停止。</translation>
    </message>
    <message>
        <source>The server runs already.</source>
        <translation>服务器已在运行。</translation>
    </message>
    <message>
        <source>qodev can start this server and end it again. Leave the command empty if not.</source>
        <translation>qodev 可以启动并停止此服务器。如不需要，请将命令留空。</translation>
    </message>
    <message>
        <source>qodev did not start it: it runs on</source>
        <translation>并非由 qodev 启动：将继续运行</translation>
    </message>
    <message>
        <source>{0}, it ran already</source>
        <translation>{0}，此前已在运行</translation>
    </message>
</context>
<context>
    <name>ProviderTest</name>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Address, TLS, sign-in, model list</source>
        <translation>地址、TLS、登录、模型列表</translation>
    </message>
    <message>
        <source>Also send one short message</source>
        <translation>同时发送一条简短消息</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Choose a CA file</source>
        <translation>选择 CA 文件</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>Connection test</source>
        <translation>连接测试</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Edit URL</source>
        <translation>编辑 URL</translation>
    </message>
    <message>
        <source>Edit key</source>
        <translation>编辑密钥</translation>
    </message>
    <message>
        <source>Edit proxy</source>
        <translation>编辑代理</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Fetch models</source>
        <translation>获取模型列表</translation>
    </message>
    <message>
        <source>Lists at most 5,000 models</source>
        <translation>最多列出 5,000 个模型</translation>
    </message>
    <message>
        <source>Loading models…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Model for the short message</source>
        <translation>用于简短消息的模型</translation>
    </message>
    <message>
        <source>Model list</source>
        <translation>模型列表</translation>
    </message>
    <message>
        <source>Only for the short message</source>
        <translation>仅用于简短消息</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Securing the connection…</source>
        <translation>正在建立安全连接…</translation>
    </message>
    <message>
        <source>Short message</source>
        <translation>简短消息</translation>
    </message>
    <message>
        <source>Sign-in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Signing in…</source>
        <translation>正在登录…</translation>
    </message>
    <message>
        <source>Start the server</source>
        <translation>启动服务器</translation>
    </message>
    <message>
        <source>Status {0}</source>
        <translation>状态码 {0}</translation>
    </message>
    <message>
        <source>Steps of the test</source>
        <translation>测试步骤</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>Test connection</source>
        <translation>测试连接</translation>
    </message>
    <message>
        <source>The list is being loaded.</source>
        <translation>正在加载列表。</translation>
    </message>
    <message>
        <source>The server says: {0}</source>
        <translation>服务器返回：{0}</translation>
    </message>
    <message>
        <source>Use {0}</source>
        <translation>使用 {0}</translation>
    </message>
    <message>
        <source>Waiting for the answer…</source>
        <translation>正在等待响应…</translation>
    </message>
    <message>
        <source>{0}. The connection works.</source>
        <translation>{0}。连接正常。</translation>
    </message>
</context>
<context>
    <name>Providers</name>
    <message numerus="yes">
        <source>%n model(s)</source>
        <translation><numerusform>%n 个模型</numerusform></translation>
    </message>
    <message>
        <source>API of Mistral</source>
        <translation>Mistral API</translation>
    </message>
    <message>
        <source>Chat Completions (OpenAI-compatible)</source>
        <translation>Chat Completions（兼容 OpenAI）</translation>
    </message>
    <message>
        <source>Gemini API of Google</source>
        <translation>Google Gemini API</translation>
    </message>
    <message>
        <source>Messages API of Anthropic</source>
        <translation>Anthropic Messages API</translation>
    </message>
    <message>
        <source>Never tested</source>
        <translation>从未测试</translation>
    </message>
    <message>
        <source>Ollama, its own API</source>
        <translation>Ollama 原生 API</translation>
    </message>
    <message>
        <source>Only bundled providers can be overridden.</source>
        <translation>只能覆盖自带的提供商。</translation>
    </message>
    <message>
        <source>Responses API of OpenAI</source>
        <translation>OpenAI Responses API</translation>
    </message>
    <message>
        <source>Select a provider first.</source>
        <translation>请先选择一个提供商。</translation>
    </message>
    <message>
        <source>Tested {0}</source>
        <translation>测试于 {0}</translation>
    </message>
    <message>
        <source>The file gives no provider yet.</source>
        <translation>此文件还不能生成提供商。</translation>
    </message>
    <message>
        <source>This provider overrides no bundled one.</source>
        <translation>此提供商未覆盖任何自带提供商。</translation>
    </message>
    <message>
        <source>`{0}` has no file.</source>
        <translation>`{0}` 没有文件。</translation>
    </message>
    <message>
        <source>`{0}` is part of qodev and read-only.</source>
        <translation>`{0}` 是 qodev 的一部分，只读。</translation>
    </message>
    <message>
        <source>abstract</source>
        <translation>仅作基础</translation>
    </message>
    <message>
        <source>built-in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>bundled</source>
        <translation>自带</translation>
    </message>
    <message>
        <source>llama.cpp, its own server</source>
        <translation>llama.cpp 自带服务器</translation>
    </message>
    <message>
        <source>older version in use</source>
        <translation>正在使用旧版本</translation>
    </message>
    <message>
        <source>overrides bundled</source>
        <translation>覆盖自带</translation>
    </message>
    <message>
        <source>user</source>
        <translation>用户</translation>
    </message>
</context>
<context>
    <name>ProvidersPage</name>
    <message>
        <source>A copy of the whole file. It reads its key where the original does.</source>
        <translation>整个文件的副本。它从与原文件相同的位置读取密钥。</translation>
    </message>
    <message>
        <source>A small file that inherits everything. What you change then is all that it says.</source>
        <translation>继承全部内容的小文件，只包含您之后更改的内容。</translation>
    </message>
    <message>
        <source>Create provider</source>
        <translation>创建提供商</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>创建副本</translation>
    </message>
    <message>
        <source>Duplicate provider</source>
        <translation>创建提供商副本</translation>
    </message>
    <message>
        <source>New from this</source>
        <translation>以此新建</translation>
    </message>
    <message>
        <source>Rename provider</source>
        <translation>重命名提供商</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Select a provider to see and change it.</source>
        <translation>选择一个提供商以查看和更改。</translation>
    </message>
    <message>
        <source>The file manager cannot be started.</source>
        <translation>无法启动文件管理器。</translation>
    </message>
    <message>
        <source>The folder is shown under Details.</source>
        <translation>文件夹路径见“详细信息”。</translation>
    </message>
    <message>
        <source>This is its name now.</source>
        <translation>这是它现在的名称。</translation>
    </message>
</context>
<context>
    <name>ProvidersPresenter</name>
    <message>
        <source>Save first: what is saved is what is tried.</source>
        <translation>请先保存：测试使用已保存的内容。</translation>
    </message>
    <message>
        <source>Select a provider first.</source>
        <translation>请先选择一个提供商。</translation>
    </message>
    <message>
        <source>The bundled `{0}` is in use again.</source>
        <translation>已重新使用自带的 `{0}`。</translation>
    </message>
    <message>
        <source>The file gives no provider yet.</source>
        <translation>此文件还不能生成提供商。</translation>
    </message>
    <message>
        <source>`{0}` is in the trash.</source>
        <translation>`{0}` 已在回收站中。</translation>
    </message>
    <message>
        <source>`{0}` is now `{1}`.</source>
        <translation>`{0}` 现已改名为 `{1}`。</translation>
    </message>
</context>
<context>
    <name>ProxyField</name>
    <message>
        <source>Address of the proxy</source>
        <translation>代理地址</translation>
    </message>
</context>
<context>
    <name>Question</name>
    <message numerus="yes">
        <source>%n need(s) you</source>
        <translation><numerusform>%n 个等待您处理</numerusform></translation>
    </message>
    <message>
        <source>Allow and switch to Allowlist</source>
        <translation>允许并切换到“允许清单”</translation>
    </message>
    <message>
        <source>Allow once</source>
        <translation>允许一次</translation>
    </message>
    <message>
        <source>Allow rules count in Allowlist.</source>
        <translation>允许规则在“允许清单”模式下生效。</translation>
    </message>
    <message>
        <source>Allow rules count in Allowlist; this project is in {0}, so it will still ask.</source>
        <translation>允许规则在“允许清单”模式下生效；此项目处于{0}模式，因此仍会询问。</translation>
    </message>
    <message>
        <source>Always allow exactly this…</source>
        <translation>始终允许完全相同的内容…</translation>
    </message>
    <message>
        <source>Always block exactly this…</source>
        <translation>始终阻止完全相同的内容…</translation>
    </message>
    <message>
        <source>Asked by</source>
        <translation>提问者</translation>
    </message>
    <message>
        <source>Call a server for {0}?</source>
        <translation>为 {0} 调用服务器？</translation>
    </message>
    <message>
        <source>Change a file in {0}?</source>
        <translation>更改 {0} 中的文件？</translation>
    </message>
    <message>
        <source>Change the checklist in {0}?</source>
        <translation>更改 {0} 的清单？</translation>
    </message>
    <message>
        <source>Containment</source>
        <translation>隔离</translation>
    </message>
    <message>
        <source>Containment is on but cannot start: {0} Run once without it?</source>
        <translation>隔离已打开，但无法启动：{0} 要在不隔离的情况下运行一次吗？</translation>
    </message>
    <message>
        <source>Create a file in {0}?</source>
        <translation>在 {0} 中创建文件？</translation>
    </message>
    <message>
        <source>Decided by</source>
        <translation>决定依据</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Deny and tell the agent…</source>
        <translation>拒绝并告知智能体…</translation>
    </message>
    <message>
        <source>Fetch from the web for {0}?</source>
        <translation>为 {0} 从网络获取？</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>List files in {0}?</source>
        <translation>列出 {0} 中的文件？</translation>
    </message>
    <message>
        <source>List the children of {0}?</source>
        <translation>列出 {0} 的子任务？</translation>
    </message>
    <message>
        <source>Load a skill for {0}?</source>
        <translation>为 {0} 加载技能？</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Part of this command could not be read: {0}. Auto does not answer this.</source>
        <translation>此命令的一部分无法读取：{0}。自动模式不会回答此问题。</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>配置档案</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Read a file in {0}?</source>
        <translation>读取 {0} 中的文件？</translation>
    </message>
    <message>
        <source>Read the output of a background command in {0}?</source>
        <translation>读取 {0} 中后台命令的输出？</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Run in {0}?</source>
        <translation>在 {0} 中运行？</translation>
    </message>
    <message>
        <source>Run this check in {0}?</source>
        <translation>在 {0} 中运行此检查？</translation>
    </message>
    <message>
        <source>Search in {0}?</source>
        <translation>在 {0} 中搜索？</translation>
    </message>
    <message>
        <source>Search the web for {0}?</source>
        <translation>为 {0} 搜索网络？</translation>
    </message>
    <message>
        <source>Send a message to a child of {0}?</source>
        <translation>向 {0} 的子任务发送消息？</translation>
    </message>
    <message>
        <source>Shell</source>
        <translation>Shell</translation>
    </message>
    <message>
        <source>Start a child task in {0}?</source>
        <translation>在 {0} 中启动子任务？</translation>
    </message>
    <message>
        <source>Start in the background in {0}?</source>
        <translation>在 {0} 中后台启动？</translation>
    </message>
    <message>
        <source>Stop a background command in {0}?</source>
        <translation>停止 {0} 中的后台命令？</translation>
    </message>
    <message>
        <source>The same call was made three times. Run it again?</source>
        <translation>同一调用已连续进行三次。再运行一次吗？</translation>
    </message>
    <message>
        <source>Will now be blocked in every mode</source>
        <translation>现在起在每种模式下都会被阻止</translation>
    </message>
    <message>
        <source>Will now run without asking</source>
        <translation>现在起运行时不再询问</translation>
    </message>
    <message>
        <source>Will still ask: mode {0}</source>
        <translation>仍会询问：模式 {0}</translation>
    </message>
    <message>
        <source>Write a file in {0}?</source>
        <translation>在 {0} 中写入文件？</translation>
    </message>
    <message>
        <source>child {0}</source>
        <translation>子任务 {0}</translation>
    </message>
    <message>
        <source>the rules could not be read</source>
        <translation>规则无法读取</translation>
    </message>
    <message>
        <source>{0}, mode {1}</source>
        <translation>{0}，模式 {1}</translation>
    </message>
    <message>
        <source>{0}. Auto does not answer this.</source>
        <translation>{0}。自动模式不会回答此问题。</translation>
    </message>
</context>
<context>
    <name>QuestionsPresenter</name>
    <message>
        <source>Needs you: {0}</source>
        <translation>需要您处理：{0}</translation>
    </message>
</context>
<context>
    <name>Queue</name>
    <message numerus="yes">
        <source>%n message(s) wait</source>
        <translation><numerusform>%n 条消息在等待</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n queued message(s) are paused since the last start.</source>
        <translation><numerusform>自上次启动以来，%n 条排队的消息已暂停。</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n queued message(s) are paused, since the turn before did not end as it should.</source>
        <translation><numerusform>由于上一轮未正常结束，%n 条排队的消息已暂停。</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>(%n attachment(s))</source>
        <translation><numerusform>（%n 个附件）</numerusform></translation>
    </message>
    <message>
        <source>picker: {0}</source>
        <translation>选择器：{0}</translation>
    </message>
    <message>
        <source>profile deleted since</source>
        <translation>配置档案此后已删除</translation>
    </message>
    <message>
        <source>profile edited since</source>
        <translation>配置档案此后已修改</translation>
    </message>
    <message>
        <source>sent as Chat</source>
        <translation>以聊天发送</translation>
    </message>
    <message>
        <source>sent as Code task</source>
        <translation>以代码任务发送</translation>
    </message>
</context>
<context>
    <name>QueueList</name>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Discard all</source>
        <translation>全部丢弃</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>It is the first.</source>
        <translation>它已是第一个。</translation>
    </message>
    <message>
        <source>It is the last.</source>
        <translation>它已是最后一个。</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Runs with</source>
        <translation>运行时使用</translation>
    </message>
    <message>
        <source>Send now</source>
        <translation>立即发送</translation>
    </message>
    <message>
        <source>Text of the message</source>
        <translation>消息文本</translation>
    </message>
    <message>
        <source>The running turn ends after its present step.</source>
        <translation>正在运行的轮次将在当前步骤后结束。</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Waiting messages</source>
        <translation>等待中的消息</translation>
    </message>
</context>
<context>
    <name>ReasonWords</name>
    <message>
        <source>An exact rule of the project</source>
        <translation>项目的一条精确规则</translation>
    </message>
    <message>
        <source>Containment cannot start: {0}</source>
        <translation>隔离无法启动：{0}</translation>
    </message>
    <message>
        <source>Holds a character that looks like another one or like nothing: `{0}`</source>
        <translation>含有看起来像别的字符或看不见的字符：`{0}`</translation>
    </message>
    <message>
        <source>Holds what cannot be read: `{0}`</source>
        <translation>含有无法读取的内容：`{0}`</translation>
    </message>
    <message>
        <source>In a path that the profile may not change</source>
        <translation>在配置档案不可更改的路径之内</translation>
    </message>
    <message>
        <source>No rule fits, so the default counts</source>
        <translation>没有规则匹配，因此以默认值为准</translation>
    </message>
    <message>
        <source>Outside of the paths that the profile may change</source>
        <translation>不在配置档案可以更改的路径之内</translation>
    </message>
    <message>
        <source>The rule `{0}` fits</source>
        <translation>规则 `{0}` 匹配</translation>
    </message>
    <message>
        <source>What runs is known only while it runs: `{0}`</source>
        <translation>运行时才知道会运行什么：`{0}`</translation>
    </message>
    <message>
        <source>Writes to `{0}`, and no allow rule covers that</source>
        <translation>会写入 `{0}`，而没有允许规则涵盖它</translation>
    </message>
</context>
<context>
    <name>RenameDialog</name>
    <message numerus="yes">
        <source>%n conversation(s) will go on with it under the new name.</source>
        <translation><numerusform>有 %n 个对话会以新名称继续使用它。</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n place(s) cannot be changed and will name a missing agent.</source>
        <translation><numerusform>%n 处无法更改，将引用缺失的智能体。</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n place(s) will be changed with it, as one step that can be undone.</source>
        <translation><numerusform>%n 处将随之更改，作为可一步撤销的操作。</numerusform></translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Nothing else names this agent.</source>
        <translation>没有其他内容引用此智能体。</translation>
    </message>
    <message>
        <source>References</source>
        <translation>引用</translation>
    </message>
    <message>
        <source>Type another name.</source>
        <translation>请输入其他名称。</translation>
    </message>
</context>
<context>
    <name>RenameProfileDialog</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>File name without .md</source>
        <translation>不含 `.md` 的文件名</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Rename profile</source>
        <translation>重命名配置档案</translation>
    </message>
    <message>
        <source>Type a name and a file name.</source>
        <translation>请输入名称和文件名。</translation>
    </message>
    <message>
        <source>Type another name or another file name.</source>
        <translation>请输入其他名称或其他文件名。</translation>
    </message>
    <message numerus="yes">
        <source>Update %n conversation(s) that use it</source>
        <translation><numerusform>更新使用它的 %n 个对话</numerusform></translation>
    </message>
</context>
<context>
    <name>ReplayMenu</name>
    <message>
        <source>Conversations</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>No Code task has made a call yet.</source>
        <translation>还没有代码任务进行过调用。</translation>
    </message>
</context>
<context>
    <name>ReplayView</name>
    <message>
        <source>Call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Calls of the conversation</source>
        <translation>对话中的调用</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Rule and line</source>
        <translation>规则与行号</translation>
    </message>
    <message>
        <source>Show examples</source>
        <translation>显示示例</translation>
    </message>
    <message>
        <source>Was</source>
        <translation>之前</translation>
    </message>
</context>
<context>
    <name>Request</name>
    <message>
        <source>Added by qodev: {0}</source>
        <translation>由 qodev 添加：{0}</translation>
    </message>
    <message>
        <source>This request cannot be built.</source>
        <translation>无法生成此请求。</translation>
    </message>
</context>
<context>
    <name>RequestInputsView</name>
    <message>
        <source>Comes with agent profiles and Code tasks.</source>
        <translation>将随智能体配置档案和代码任务提供。</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Conversation of the request</source>
        <translation>请求所属的对话</translation>
    </message>
    <message>
        <source>No profile</source>
        <translation>无配置档案</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>配置档案</translation>
    </message>
    <message>
        <source>Profile of the request</source>
        <translation>请求的配置档案</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Project of the request</source>
        <translation>请求的项目</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Role of the request</source>
        <translation>请求的角色</translation>
    </message>
</context>
<context>
    <name>RequestPane</name>
    <message>
        <source>Body</source>
        <translation>正文</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Copy as curl</source>
        <translation>复制为 curl</translation>
    </message>
    <message>
        <source>Copy as {0}</source>
        <translation>复制为 {0}</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>请求头</translation>
    </message>
    <message>
        <source>Headers, keys hidden</source>
        <translation>请求头，密钥已隐藏</translation>
    </message>
    <message>
        <source>Include the key</source>
        <translation>包含密钥</translation>
    </message>
    <message>
        <source>Include the key in copies</source>
        <translation>复制时包含密钥</translation>
    </message>
    <message>
        <source>Live request</source>
        <translation>实时请求</translation>
    </message>
    <message>
        <source>Marked: {0}</source>
        <translation>已标记：{0}</translation>
    </message>
    <message>
        <source>Method and address</source>
        <translation>方法与地址</translation>
    </message>
    <message>
        <source>Nothing was inserted.</source>
        <translation>未插入任何内容。</translation>
    </message>
    <message>
        <source>Off, a key stands as a variable. Switches itself off.</source>
        <translation>关闭时，密钥以变量表示。会自动关闭。</translation>
    </message>
    <message>
        <source>Open an agent to see its request.</source>
        <translation>打开一个智能体以查看其请求。</translation>
    </message>
    <message>
        <source>Parts of the request</source>
        <translation>请求的组成部分</translation>
    </message>
    <message>
        <source>S: the marked part stands for ${MODEL}</source>
        <translation>S：标记部分代表 `${MODEL}`</translation>
    </message>
    <message>
        <source>Sends the very same bytes</source>
        <translation>发送完全相同的字节</translation>
    </message>
    <message>
        <source>Shares of the tokens</source>
        <translation>token 占比</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>The marked part stands for ${MODEL}</source>
        <translation>标记部分代表 `${MODEL}`</translation>
    </message>
    <message>
        <source>There is no current request to copy.</source>
        <translation>当前没有可复制的请求。</translation>
    </message>
    <message>
        <source>This agent sends no system prompt.</source>
        <translation>此智能体不发送系统提示词。</translation>
    </message>
    <message>
        <source>This provider needs no key.</source>
        <translation>此提供商不需要密钥。</translation>
    </message>
    <message>
        <source>Updating…</source>
        <translation>正在更新…</translation>
    </message>
    <message>
        <source>Updating… Still working.</source>
        <translation>正在更新… 仍在处理。</translation>
    </message>
</context>
<context>
    <name>RequestState</name>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation><numerusform>%n 字节</numerusform></translation>
    </message>
    <message>
        <source>Select a turn, or type a message to see its request.</source>
        <translation>选择一个轮次，或输入消息以查看其请求。</translation>
    </message>
    <message>
        <source>… {0} characters are not shown here; copies hold all of them …</source>
        <translation>… 此处未显示 {0} 个字符；复制时包含全部内容 …</translation>
    </message>
    <message>
        <source>≈ {0} tokens</source>
        <translation>≈ {0} 个 token</translation>
    </message>
</context>
<context>
    <name>RequestTab</name>
    <message>
        <source>BODY</source>
        <translation>正文</translation>
    </message>
    <message>
        <source>Body</source>
        <translation>正文</translation>
    </message>
    <message>
        <source>Copy as curl</source>
        <translation>复制为 curl</translation>
    </message>
    <message>
        <source>Copy as {0}</source>
        <translation>复制为 {0}</translation>
    </message>
    <message>
        <source>Copy as {0}; the key stands as a variable</source>
        <translation>复制为 {0}；密钥以变量表示</translation>
    </message>
    <message>
        <source>HEADERS</source>
        <translation>请求头</translation>
    </message>
    <message>
        <source>Headers, keys hidden</source>
        <translation>请求头，密钥已隐藏</translation>
    </message>
    <message>
        <source>Hidden by the profile: {0}</source>
        <translation>被配置档案隐藏：{0}</translation>
    </message>
    <message>
        <source>Method and address</source>
        <translation>方法与地址</translation>
    </message>
    <message>
        <source>Offered tools: {0}</source>
        <translation>提供的工具：{0}</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>配置档案</translation>
    </message>
    <message>
        <source>Profile: {0}</source>
        <translation>配置档案：{0}</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>原始</translation>
    </message>
    <message>
        <source>SYSTEM PROMPT</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>Shows the body byte for byte</source>
        <translation>逐字节显示正文</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>The request has no address.</source>
        <translation>此请求没有地址。</translation>
    </message>
    <message>
        <source>Tools of the request</source>
        <translation>请求中的工具</translation>
    </message>
    <message>
        <source>Tools that the profile hides</source>
        <translation>配置档案隐藏的工具</translation>
    </message>
    <message>
        <source>Updating…</source>
        <translation>正在更新…</translation>
    </message>
</context>
<context>
    <name>ResendDialog</name>
    <message numerus="yes">
        <source>%n attachment(s) go with it.</source>
        <translation><numerusform>附带 %n 个附件。</numerusform></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message numerus="yes">
        <source>Messages and %n file(s)</source>
        <translation><numerusform>消息和 %n 个文件</numerusform></translation>
    </message>
    <message>
        <source>Messages only</source>
        <translation>仅消息</translation>
    </message>
    <message>
        <source>Resend</source>
        <translation>重新发送</translation>
    </message>
    <message>
        <source>Sends the message in the place of the old one</source>
        <translation>用这条消息代替原来的消息发送</translation>
    </message>
    <message>
        <source>Takes the files back first, then sends</source>
        <translation>先恢复文件，再发送</translation>
    </message>
    <message>
        <source>The answer and all behind it stay as a branch of their own.</source>
        <translation>原来的回答及其后的内容会作为单独的分支保留。</translation>
    </message>
    <message>
        <source>There is nothing to send.</source>
        <translation>没有可发送的内容。</translation>
    </message>
</context>
<context>
    <name>Review</name>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation><numerusform>%n 处更改</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n equal line(s)</source>
        <translation><numerusform>%n 行相同</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n more character(s)</source>
        <translation><numerusform>还有 %n 个字符</numerusform></translation>
    </message>
    <message>
        <source>Accept at least one change first.</source>
        <translation>请先接受至少一处更改。</translation>
    </message>
    <message numerus="yes">
        <source>Apply {0} of %n change(s)</source>
        <translation><numerusform>应用 {0} 处更改，共 %n 处</numerusform></translation>
    </message>
    <message>
        <source>Change {0} of {1}</source>
        <translation>第 {0} 处更改，共 {1} 处</translation>
    </message>
    <message>
        <source>Change {0}?</source>
        <translation>更改 {0}？</translation>
    </message>
    <message>
        <source>Comments on changes:</source>
        <translation>对更改的评论：</translation>
    </message>
    <message>
        <source>Create {0}?</source>
        <translation>创建 {0}？</translation>
    </message>
    <message>
        <source>It was answered.</source>
        <translation>已经答复。</translation>
    </message>
    <message>
        <source>Replace the text of {0}?</source>
        <translation>替换 {0} 的文本？</translation>
    </message>
    <message numerus="yes">
        <source>Send %n comment(s)</source>
        <translation><numerusform>发送 %n 条评论</numerusform></translation>
    </message>
    <message>
        <source>The difference is not computed yet.</source>
        <translation>差异尚未计算。</translation>
    </message>
    <message>
        <source>This file changes agent behaviour.</source>
        <translation>此文件会改变智能体的行为。</translation>
    </message>
    <message>
        <source>added, line {0}: {1}</source>
        <translation>已添加，第 {0} 行：{1}</translation>
    </message>
    <message>
        <source>asked by child {0}</source>
        <translation>由子任务 {0} 提出</translation>
    </message>
    <message>
        <source>before the change</source>
        <translation>更改之前</translation>
    </message>
    <message>
        <source>decided by {0}</source>
        <translation>由 {0} 决定</translation>
    </message>
    <message>
        <source>invisible change: {0}</source>
        <translation>不可见的更改：{0}</translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation>第 {0} 行</translation>
    </message>
    <message>
        <source>line {0}: {1}</source>
        <translation>第 {0} 行：{1}</translation>
    </message>
    <message>
        <source>lines {0} to {1}</source>
        <translation>第 {0} 至 {1} 行</translation>
    </message>
    <message>
        <source>makes the folder {0}</source>
        <translation>会创建文件夹 {0}</translation>
    </message>
    <message>
        <source>mode {0}</source>
        <translation>模式：{0}</translation>
    </message>
    <message>
        <source>profile {0}</source>
        <translation>配置档案：{0}</translation>
    </message>
    <message>
        <source>removed, line {0}: {1}</source>
        <translation>已删除，第 {0} 行：{1}</translation>
    </message>
    <message>
        <source>tool {0}</source>
        <translation>工具 {0}</translation>
    </message>
    <message>
        <source>unknown, the rules could not be read</source>
        <translation>未知，规则无法读取</translation>
    </message>
</context>
<context>
    <name>ReviewCard</name>
    <message>
        <source>Reject</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Review…</source>
        <translation>审阅…</translation>
    </message>
</context>
<context>
    <name>ReviewPane</name>
    <message>
        <source>Open the review of a change first.</source>
        <translation>请先打开一项更改的审阅。</translation>
    </message>
</context>
<context>
    <name>ReviewPanel</name>
    <message>
        <source>Accept all</source>
        <translation>全部接受</translation>
    </message>
    <message>
        <source>Accept change</source>
        <translation>接受更改</translation>
    </message>
    <message>
        <source>Accepts this change (A)</source>
        <translation>接受此更改（A）</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Back to the conversation</source>
        <translation>返回对话</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Choose a line first.</source>
        <translation>请先选择一行。</translation>
    </message>
    <message>
        <source>Choose a line of a change first.</source>
        <translation>请先选择某处更改中的一行。</translation>
    </message>
    <message>
        <source>Comment…</source>
        <translation>评论…</translation>
    </message>
    <message>
        <source>Compute the difference</source>
        <translation>计算差异</translation>
    </message>
    <message numerus="yes">
        <source>Compute the difference of %n line(s)</source>
        <translation><numerusform>计算 %n 行的差异</numerusform></translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Goes to the change before (Shift+F7)</source>
        <translation>转到上一处更改（Shift+F7）</translation>
    </message>
    <message>
        <source>Goes to the next change (F7)</source>
        <translation>转到下一处更改（F7）</translation>
    </message>
    <message>
        <source>It was answered.</source>
        <translation>已经答复。</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Open in editor</source>
        <translation>在编辑器中打开</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Reading changes…</source>
        <translation>正在读取更改…</translation>
    </message>
    <message>
        <source>Reject all</source>
        <translation>全部拒绝</translation>
    </message>
    <message>
        <source>Reject change</source>
        <translation>拒绝更改</translation>
    </message>
    <message>
        <source>Reject the file</source>
        <translation>拒绝该文件</translation>
    </message>
    <message>
        <source>Rejects this change (R)</source>
        <translation>拒绝此更改（R）</translation>
    </message>
    <message>
        <source>Review of changes</source>
        <translation>更改审阅</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>There are no changes.</source>
        <translation>没有更改。</translation>
    </message>
    <message>
        <source>There is one change only.</source>
        <translation>只有一处更改。</translation>
    </message>
    <message>
        <source>Unified</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>What the agent is told when you reject</source>
        <translation>拒绝时告知智能体的内容</translation>
    </message>
    <message>
        <source>Writes a comment to the chosen lines (C)</source>
        <translation>为所选的行写评论（C）</translation>
    </message>
</context>
<context>
    <name>ReviewPresenter</name>
    <message numerus="yes">
        <source>%n comment(s) sent.</source>
        <translation><numerusform>已发送 %n 条评论。</numerusform></translation>
    </message>
    <message>
        <source>Answered.</source>
        <translation>已答复。</translation>
    </message>
    <message>
        <source>Its call says what was asked.</source>
        <translation>其调用说明了请求的内容。</translation>
    </message>
    <message>
        <source>Nothing is kept of this change.</source>
        <translation>此更改没有保留任何内容。</translation>
    </message>
    <message>
        <source>Rejected.</source>
        <translation>已拒绝。</translation>
    </message>
    <message>
        <source>Withdrawn, the folder is not trusted any more.</source>
        <translation>已撤回，该文件夹不再受信任。</translation>
    </message>
    <message>
        <source>Withdrawn, the turn was stopped.</source>
        <translation>已撤回，轮次已停止。</translation>
    </message>
    <message>
        <source>Withdrawn.</source>
        <translation>已撤回。</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>正在写入…</translation>
    </message>
    <message>
        <source>`{0}` changed after this proposal. Nothing was written.</source>
        <translation>`{0}` 在此提议之后有更改。没有写入任何内容。</translation>
    </message>
    <message>
        <source>`{0}` changed after your proposal, and nothing was written. Read it again and propose anew.</source>
        <translation>`{0}` 在你提议之后有更改，没有写入任何内容。请重新读取并再次提议。</translation>
    </message>
    <message>
        <source>{0}: from the proposal to now</source>
        <translation>{0}：从提议到现在</translation>
    </message>
</context>
<context>
    <name>RewindDialog</name>
    <message numerus="yes">
        <source>%n message(s) leave the view and can be brought back.</source>
        <translation><numerusform>%n 条消息将从视图中移开，之后可以恢复。</numerusform></translation>
    </message>
    <message>
        <source>(no text)</source>
        <translation>（无文本）</translation>
    </message>
    <message>
        <source>Back to before “{0}”</source>
        <translation>回到“{0}”之前</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>两者</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Chat only</source>
        <translation>仅对话</translation>
    </message>
    <message>
        <source>Code only</source>
        <translation>仅代码</translation>
    </message>
    <message>
        <source>Rewind</source>
        <translation>回退</translation>
    </message>
</context>
<context>
    <name>RoleEditor</name>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Text</source>
        <translation>文本(&amp;T)</translation>
    </message>
    <message>
        <source>De&amp;scription</source>
        <translation>说明(&amp;S)</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Go to line</source>
        <translation>转到该行</translation>
    </message>
    <message>
        <source>I&amp;d</source>
        <translation>I&amp;D</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Mend the front matter first.</source>
        <translation>请先修正文件头（front matter）。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Not loaded: line {0}. {1}</source>
        <translation>未加载：第 {0} 行。{1}</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>The id is the name of the file; it stays as it is. Duplicate the role for another.</source>
        <translation>ID 就是文件名，保持不变。需要其他 ID 时请为此角色创建副本。</translation>
    </message>
    <message>
        <source>What `{0}` inserts</source>
        <translation>`{0}` 插入的内容</translation>
    </message>
    <message>
        <source>What the prompt receives</source>
        <translation>提示词收到的内容</translation>
    </message>
</context>
<context>
    <name>RoleList</name>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>角色</translation>
    </message>
</context>
<context>
    <name>Roles</name>
    <message>
        <source>Named by {0}.</source>
        <translation>被 {0} 引用。</translation>
    </message>
    <message>
        <source>No agent names this role; the chat can choose it.</source>
        <translation>没有智能体引用此角色；聊天中可以选择它。</translation>
    </message>
    <message>
        <source>The file is broken; its older version is in use until it is mended.</source>
        <translation>文件已损坏；修复之前使用其旧版本。</translation>
    </message>
    <message>
        <source>Used when nothing is chosen.</source>
        <translation>未选择时使用。</translation>
    </message>
    <message>
        <source>bundled</source>
        <translation>自带</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>older version in use</source>
        <translation>正在使用旧版本</translation>
    </message>
    <message>
        <source>user</source>
        <translation>用户</translation>
    </message>
</context>
<context>
    <name>RolesPage</name>
    <message>
        <source>Bundled roles are read-only. Duplicate it to change it.</source>
        <translation>自带角色是只读的。要更改请先创建副本。</translation>
    </message>
    <message>
        <source>Choose a role first.</source>
        <translation>请先选择一个角色。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>创建副本</translation>
    </message>
    <message>
        <source>Folder of your roles</source>
        <translation>您的角色文件夹</translation>
    </message>
    <message>
        <source>Import JSON…</source>
        <translation>导入 JSON…</translation>
    </message>
    <message>
        <source>Import roles</source>
        <translation>导入角色</translation>
    </message>
    <message>
        <source>Import roles from JSON</source>
        <translation>从 JSON 导入角色</translation>
    </message>
    <message>
        <source>JSON files (*.json)</source>
        <translation>JSON 文件 (*.json)</translation>
    </message>
    <message>
        <source>Moves the file to the trash</source>
        <translation>将文件移到回收站</translation>
    </message>
    <message>
        <source>New role</source>
        <translation>新建角色</translation>
    </message>
    <message>
        <source>New…</source>
        <translation>新建…</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Open the roles folder</source>
        <translation>打开角色文件夹</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Text of a role</source>
        <translation>角色的文本</translation>
    </message>
    <message>
        <source>The file does not load. Mend it first.</source>
        <translation>文件无法加载。请先修正。</translation>
    </message>
    <message>
        <source>The file manager cannot be started.</source>
        <translation>无法启动文件管理器。</translation>
    </message>
    <message>
        <source>The folder is shown under Details.</source>
        <translation>文件夹路径见“详细信息”。</translation>
    </message>
</context>
<context>
    <name>RolesPresenter</name>
    <message numerus="yes">
        <source>%n role(s) imported.</source>
        <translation><numerusform>已导入 %n 个角色。</numerusform></translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>请选择其他文件。</translation>
    </message>
    <message>
        <source>Loading roles…</source>
        <translation>正在加载角色…</translation>
    </message>
    <message>
        <source>No role of your own. Use Duplicate on a bundled one.</source>
        <translation>您还没有自己的角色。请对自带角色使用“创建副本”。</translation>
    </message>
    <message>
        <source>The folder cannot be made: {0}.</source>
        <translation>无法创建文件夹：{0}。</translation>
    </message>
    <message>
        <source>`{0}` holds no roles.</source>
        <translation>`{0}` 中没有角色。</translation>
    </message>
    <message>
        <source>`{0}` is a copy of `{1}`.</source>
        <translation>`{0}` 是 `{1}` 的副本。</translation>
    </message>
    <message>
        <source>`{0}` is in the trash.</source>
        <translation>`{0}` 已在回收站中。</translation>
    </message>
    <message numerus="yes">
        <source>`{0}` is in the trash; %n agent(s) name it.</source>
        <translation><numerusform>`{0}` 已在回收站中；有 %n 个智能体引用它。</numerusform></translation>
    </message>
    <message>
        <source>unknown cause</source>
        <translation>原因未知</translation>
    </message>
</context>
<context>
    <name>RosterCard</name>
    <message>
        <source>Add agent…</source>
        <translation>添加智能体…</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Entry</source>
        <translation>条目</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>It is the first.</source>
        <translation>它已是第一个。</translation>
    </message>
    <message>
        <source>It is the last.</source>
        <translation>它已是最后一个。</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Move down (Alt+Down)</source>
        <translation>下移 (Alt+Down)</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move up (Alt+Up)</source>
        <translation>上移 (Alt+Up)</translation>
    </message>
    <message>
        <source>Open agent</source>
        <translation>打开智能体</translation>
    </message>
    <message>
        <source>Puts another agent in this place</source>
        <translation>用另一个智能体替换此位置</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove (Del)</source>
        <translation>移除 (Del)</translation>
    </message>
    <message>
        <source>Replace…</source>
        <translation>替换…</translation>
    </message>
    <message>
        <source>Roster of {0}</source>
        <translation>{0}的名册</translation>
    </message>
    <message>
        <source>Select an entry first.</source>
        <translation>请先选择一个条目。</translation>
    </message>
    <message>
        <source>This file</source>
        <translation>此文件</translation>
    </message>
</context>
<context>
    <name>Routing</name>
    <message numerus="yes">
        <source>%n file(s) so far…</source>
        <translation><numerusform>目前 %n 个文件…</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n file(s), ignored ones left out.</source>
        <translation><numerusform>%n 个文件，不含已忽略的文件。</numerusform></translation>
    </message>
    <message>
        <source>Cannot be read: {0}.</source>
        <translation>无法读取：{0}。</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>No agent</source>
        <translation>无智能体</translation>
    </message>
    <message>
        <source>No agent matches</source>
        <translation>没有匹配的智能体</translation>
    </message>
    <message numerus="yes">
        <source>Stopped after %n file(s).</source>
        <translation><numerusform>在 %n 个文件后停止。</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>The first %n file(s); there are more.</source>
        <translation><numerusform>前 %n 个文件；还有更多。</numerusform></translation>
    </message>
    <message>
        <source>{0} · never wins</source>
        <translation>{0} · 从不胜出</translation>
    </message>
</context>
<context>
    <name>RoutingPanel</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Project</source>
        <translation>项目(&amp;P)</translation>
    </message>
    <message>
        <source>A folder is being read. Stop it first.</source>
        <translation>正在读取文件夹。请先停止。</translation>
    </message>
    <message>
        <source>All files of a folder…</source>
        <translation>文件夹中的所有文件…</translation>
    </message>
    <message>
        <source>Choose file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>File to test</source>
        <translation>要测试的文件</translation>
    </message>
    <message>
        <source>Folder to test</source>
        <translation>要测试的文件夹</translation>
    </message>
    <message>
        <source>No file; type or choose a path</source>
        <translation>没有文件；请输入或选择路径</translation>
    </message>
    <message>
        <source>No project</source>
        <translation>无项目</translation>
    </message>
    <message>
        <source>Pipeline and entry</source>
        <translation>流水线与条目</translation>
    </message>
    <message>
        <source>Project to test</source>
        <translation>要测试的项目</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Routing tester</source>
        <translation>路由测试</translation>
    </message>
    <message>
        <source>Shows which agent every file of a folder would get</source>
        <translation>显示文件夹中每个文件会使用哪个智能体</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>What each pipeline does</source>
        <translation>各流水线的结果</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Winners for the files of the folder</source>
        <translation>文件夹中各文件的胜出者</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>RoutingPresenter</name>
    <message>
        <source>Reading the folder…</source>
        <translation>正在读取文件夹…</translation>
    </message>
</context>
<context>
    <name>RuleDelegate</name>
    <message>
        <source>Effect</source>
        <translation>效果</translation>
    </message>
</context>
<context>
    <name>RuleDialog</name>
    <message>
        <source>&amp;Effect</source>
        <translation>效果(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>类型(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Server</source>
        <translation>服务器(&amp;S)</translation>
    </message>
    <message>
        <source>An allow rule counts in Allowlist; this project is in {0}.</source>
        <translation>允许规则仅在“允许清单”模式下生效；此项目当前为“{0}”模式。</translation>
    </message>
    <message>
        <source>Deny blocks in every mode; allow counts in Allowlist.</source>
        <translation>“拒绝”在任何模式下都阻止；“允许”在“允许清单”模式下生效。</translation>
    </message>
    <message>
        <source>Edit rule</source>
        <translation>编辑规则</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>效果</translation>
    </message>
    <message>
        <source>Exact &amp;text</source>
        <translation>精确文本(&amp;T)</translation>
    </message>
    <message>
        <source>Exact text</source>
        <translation>精确文本</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>New rule</source>
        <translation>新建规则</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Store rule</source>
        <translation>保存规则</translation>
    </message>
    <message>
        <source>Switch the project to Allowlist too</source>
        <translation>同时将项目切换为“允许清单”</translation>
    </message>
    <message>
        <source>The text is compared as it stands: two blanks make another command.</source>
        <translation>文本按原样比较：多一个空格就是另一条命令。</translation>
    </message>
</context>
<context>
    <name>RuleEditor</name>
    <message>
        <source>Add a rule…</source>
        <translation>添加规则…</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>效果</translation>
    </message>
    <message>
        <source>It is the first one.</source>
        <translation>它已是第一条。</translation>
    </message>
    <message>
        <source>It is the last one.</source>
        <translation>它已是最后一条。</translation>
    </message>
    <message>
        <source>Later matching rules win.</source>
        <translation>后匹配的规则优先。</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配</translation>
    </message>
    <message>
        <source>Matches now</source>
        <translation>目前匹配</translation>
    </message>
    <message>
        <source>Move down (Alt+Down)</source>
        <translation>下移 (Alt+Down)</translation>
    </message>
    <message>
        <source>Move up (Alt+Up)</source>
        <translation>上移 (Alt+Up)</translation>
    </message>
    <message>
        <source>No rules. The default permission decides.</source>
        <translation>没有规则，由默认权限决定。</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Remove the rule (Del)</source>
        <translation>移除规则 (Del)</translation>
    </message>
    <message>
        <source>Select a rule first.</source>
        <translation>请先选择一条规则。</translation>
    </message>
</context>
<context>
    <name>SearchPage</name>
    <message>
        <source>Back to the conversation</source>
        <translation>返回对话</translation>
    </message>
    <message>
        <source>Hits</source>
        <translation>匹配结果</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search all conversations</source>
        <translation>搜索所有对话</translation>
    </message>
</context>
<context>
    <name>SearchPresenter</name>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation><numerusform>%n 条消息</numerusform></translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>新建对话</translation>
    </message>
    <message numerus="yes">
        <source>No match in %n conversation(s).</source>
        <translation><numerusform>%n 个对话中均无匹配。</numerusform></translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
</context>
<context>
    <name>SecondsField</name>
    <message>
        <source>Type a number of seconds, such as 30.</source>
        <translation>请输入秒数，例如 30。</translation>
    </message>
</context>
<context>
    <name>ServerCard</name>
    <message>
        <source>Model of {0}</source>
        <translation>{0} 的模型</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
</context>
<context>
    <name>ServerDialog</name>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>&amp;Arguments, one a line</source>
        <translation>参数，每行一个(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Call within</source>
        <translation>调用时限(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Headers</source>
        <translation>标头(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Id</source>
        <translation>&amp;ID</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Program</source>
        <translation>程序(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Start within</source>
        <translation>启动时限(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Transport</source>
        <translation>传输方式(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Variables</source>
        <translation>变量(&amp;V)</translation>
    </message>
    <message>
        <source>A program on this machine (stdio)</source>
        <translation>本机上的程序 (stdio)</translation>
    </message>
    <message>
        <source>Add&amp;ress</source>
        <translation>地址(&amp;R)</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>An address (HTTP)</source>
        <translation>网络地址 (HTTP)</translation>
    </message>
    <message>
        <source>Arguments, one a line</source>
        <translation>参数，每行一个</translation>
    </message>
    <message>
        <source>Call within</source>
        <translation>调用时限</translation>
    </message>
    <message>
        <source>Connect it in Code tasks</source>
        <translation>在代码任务中连接</translation>
    </message>
    <message>
        <source>Edit server</source>
        <translation>编辑服务器</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>请求头</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>New server</source>
        <translation>新建服务器</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Sign in with the browser (OAuth)</source>
        <translation>用浏览器登录 (OAuth)</translation>
    </message>
    <message>
        <source>Start within</source>
        <translation>启动时限</translation>
    </message>
    <message>
        <source>Store server</source>
        <translation>保存服务器</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>传输方式</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>Variables and headers hold names of environment variables, never values: `NAME=VARIABLE`.</source>
        <translation>变量和标头只写环境变量的名称，绝不写值：`NAME=VARIABLE`。</translation>
    </message>
    <message>
        <source>Working &amp;folder</source>
        <translation>工作文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>Working folder</source>
        <translation>工作文件夹</translation>
    </message>
</context>
<context>
    <name>ServerFront</name>
    <message>
        <source>About the server</source>
        <translation>关于此服务器</translation>
    </message>
    <message>
        <source>Accept how it starts first: Review changes…</source>
        <translation>请先接受它的启动方式：查看更改…</translation>
    </message>
    <message>
        <source>Choose a tool first.</source>
        <translation>请先选择一个工具。</translation>
    </message>
    <message>
        <source>Copy pattern</source>
        <translation>复制模式</translation>
    </message>
    <message>
        <source>Description by the server</source>
        <translation>服务器给出的描述</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>断开连接</translation>
    </message>
    <message>
        <source>How it starts</source>
        <translation>启动方式</translation>
    </message>
    <message>
        <source>It cannot be used as it is. Open the file.</source>
        <translation>它无法按现状使用。请打开文件。</translation>
    </message>
    <message>
        <source>It is not connected.</source>
        <translation>它没有连接。</translation>
    </message>
    <message>
        <source>It is starting.</source>
        <translation>它正在启动。</translation>
    </message>
    <message>
        <source>It is switched off.</source>
        <translation>它已关闭。</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Name for rules</source>
        <translation>规则用的名称</translation>
    </message>
    <message>
        <source>Name for the model</source>
        <translation>模型看到的名称</translation>
    </message>
    <message>
        <source>Names and descriptions are the server&apos;s own words and are not trusted.</source>
        <translation>名称和描述是服务器自己的说法，不受信任。</translation>
    </message>
    <message>
        <source>Nothing waits to be accepted.</source>
        <translation>没有等待接受的内容。</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>配置档案</translation>
    </message>
    <message>
        <source>Review changes…</source>
        <translation>查看更改…</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Tools of the server</source>
        <translation>服务器的工具</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>裁定</translation>
    </message>
    <message>
        <source>Verdicts under the &amp;profile</source>
        <translation>按此配置档案裁定(&amp;P)</translation>
    </message>
</context>
<context>
    <name>ServerImportDialog</name>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message numerus="yes">
        <source>Import %n server(s)</source>
        <translation><numerusform>导入 %n 个服务器</numerusform></translation>
    </message>
    <message>
        <source>Import servers</source>
        <translation>导入服务器</translation>
    </message>
    <message>
        <source>Keys in the file are never taken, and nothing starts before you accept it.</source>
        <translation>文件中的密钥绝不会被带入；在你接受之前不会启动任何内容。</translation>
    </message>
    <message>
        <source>Not taken:</source>
        <translation>未带入：</translation>
    </message>
    <message>
        <source>Servers in the file</source>
        <translation>文件中的服务器</translation>
    </message>
    <message>
        <source>Taken as `{0}`:</source>
        <translation>作为 `{0}` 带入：</translation>
    </message>
    <message>
        <source>Tick what you want to import.</source>
        <translation>请勾选要导入的内容。</translation>
    </message>
    <message>
        <source>Variables that must be set:</source>
        <translation>必须设置的变量：</translation>
    </message>
    <message>
        <source>What is taken and what is lost</source>
        <translation>带入的内容与丢失的内容</translation>
    </message>
    <message>
        <source>{0} (cannot be taken)</source>
        <translation>{0}（无法带入）</translation>
    </message>
</context>
<context>
    <name>ServerPart</name>
    <message>
        <source>Calls</source>
        <translation>调用地址</translation>
    </message>
    <message>
        <source>Client API</source>
        <translation>客户端 API</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>URL</source>
        <translation>URL</translation>
    </message>
    <message>
        <source>Which server is it, and where? Everything can be changed later.</source>
        <translation>这是哪种服务器？位于何处？以后都可以更改。</translation>
    </message>
</context>
<context>
    <name>ServerTable</name>
    <message>
        <source>Accepted</source>
        <translation>已接受</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>Changed: {0}</source>
        <translation>已更改：{0}</translation>
    </message>
    <message>
        <source>Connected.</source>
        <translation>已连接。</translation>
    </message>
    <message>
        <source>Connected: {0}</source>
        <translation>已连接：{0}</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>HTTP</source>
        <translation>HTTP</translation>
    </message>
    <message>
        <source>How it starts</source>
        <translation>启动方式</translation>
    </message>
    <message>
        <source>How it starts has changed</source>
        <translation>启动方式已更改</translation>
    </message>
    <message>
        <source>Invalid</source>
        <translation>无效</translation>
    </message>
    <message>
        <source>It is connected when a Code task begins.</source>
        <translation>代码任务开始时连接。</translation>
    </message>
    <message>
        <source>It is not started until you accept how it starts: see below, then Review changes…</source>
        <translation>在你接受它的启动方式之前不会启动：见下方，然后选择“查看更改…”</translation>
    </message>
    <message>
        <source>It is switched off and never connected.</source>
        <translation>它已关闭，不会连接。</translation>
    </message>
    <message>
        <source>It wants you to sign in. Test opens your browser.</source>
        <translation>它要求你登录。“测试”会打开浏览器。</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>已略去</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>New: {0}</source>
        <translation>新增：{0}</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Several entries could be meant. Open the file.</source>
        <translation>可能指多个条目。请打开文件。</translation>
    </message>
    <message>
        <source>Sign-in needed</source>
        <translation>需要登录</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Starting `{0}`…</source>
        <translation>正在启动 `{0}`…</translation>
    </message>
    <message>
        <source>`{0}` {1}. See its log.</source>
        <translation>`{0}`：{1}。请查看日志。</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} / {1}</translation>
    </message>
    <message>
        <source>{0}, changed</source>
        <translation>{0}，有更改</translation>
    </message>
    <message>
        <source>{0}, hidden</source>
        <translation>{0}，隐藏</translation>
    </message>
</context>
<context>
    <name>ServersPane</name>
    <message>
        <source>Add an MCP server</source>
        <translation>添加 MCP 服务器</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>添加…</translation>
    </message>
    <message>
        <source>Choose a server first.</source>
        <translation>请先选择一个服务器。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Import MCP servers of another program</source>
        <translation>导入其他程序的 MCP 服务器</translation>
    </message>
    <message>
        <source>Import servers</source>
        <translation>导入服务器</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>It cannot be used as it is. Open the file.</source>
        <translation>它无法按现状使用。请打开文件。</translation>
    </message>
    <message>
        <source>JSON files (*.json)</source>
        <translation>JSON 文件 (*.json)</translation>
    </message>
    <message>
        <source>MCP servers</source>
        <translation>MCP 服务器</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Set aside</source>
        <translation>移到一旁</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>The file cannot be read. Repair it, or set it aside.</source>
        <translation>文件无法读取。请修复它，或将它移到一旁。</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Tools of MCP servers under a profile</source>
        <translation>配置档案下的 MCP 服务器工具</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>传输方式</translation>
    </message>
</context>
<context>
    <name>ServersPresenter</name>
    <message>
        <source>Choose a file that lists MCP servers.</source>
        <translation>请选择列出 MCP 服务器的文件。</translation>
    </message>
    <message>
        <source>Loading servers…</source>
        <translation>正在加载服务器…</translation>
    </message>
    <message>
        <source>No servers.</source>
        <translation>没有服务器。</translation>
    </message>
    <message>
        <source>Server removed: {0}</source>
        <translation>已移除服务器：{0}</translation>
    </message>
    <message>
        <source>The file is now `{0}`.</source>
        <translation>该文件现在名为 `{0}`。</translation>
    </message>
</context>
<context>
    <name>SettingRow</name>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Set by the environment variable `{0}`.</source>
        <translation>由环境变量 `{0}` 设定。</translation>
    </message>
    <message>
        <source>Set in file</source>
        <translation>在文件中设置</translation>
    </message>
    <message>
        <source>Takes the default again</source>
        <translation>恢复默认值</translation>
    </message>
</context>
<context>
    <name>SettingsPages</name>
    <message>
        <source>Agents</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Cloud agents</source>
        <translation>云端智能体</translation>
    </message>
    <message>
        <source>Comes with cloud agents.</source>
        <translation>将随云端智能体提供。</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>MCP &amp; skills</source>
        <translation>MCP 与技能</translation>
    </message>
    <message>
        <source>Permissions &amp; trust</source>
        <translation>权限与信任</translation>
    </message>
    <message>
        <source>Pipelines</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>配置档案</translation>
    </message>
    <message>
        <source>Providers</source>
        <translation>提供商</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>角色</translation>
    </message>
</context>
<context>
    <name>SettingsSearch</name>
    <message numerus="yes">
        <source>%n more: type on</source>
        <translation><numerusform>还有 %n 项：继续输入</numerusform></translation>
    </message>
    <message>
        <source>Found settings</source>
        <translation>找到的设置</translation>
    </message>
    <message>
        <source>Nothing matches `{0}`.</source>
        <translation>没有与 `{0}` 匹配的内容。</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>搜索设置</translation>
    </message>
</context>
<context>
    <name>SettingsWindow</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>SettingsWords</name>
    <message>
        <source>Chat</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>Code task agents directory import</source>
        <translation>代码任务 智能体 目录 导入</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Ctrl+Enter</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Debug</source>
        <translation>调试</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Info</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>手动</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>System</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Visual</source>
        <translation>可视</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>With sound</source>
        <translation>带声音</translation>
    </message>
    <message>
        <source>auto-scroll follow bottom</source>
        <translation>自动滚动 跟随 底部</translation>
    </message>
    <message>
        <source>certificate tls ssl pem authority</source>
        <translation>证书 tls ssl pem 颁发机构</translation>
    </message>
    <message>
        <source>cost tokens money usage</source>
        <translation>费用 token 价格 用量</translation>
    </message>
    <message>
        <source>directory path team</source>
        <translation>目录 路径 团队</translation>
    </message>
    <message>
        <source>enter return newline submit</source>
        <translation>回车 换行 提交 发送</translation>
    </message>
    <message>
        <source>font zoom scale larger smaller</source>
        <translation>字体 缩放 字号 放大 缩小</translation>
    </message>
    <message>
        <source>internet SearXNG engine endpoint</source>
        <translation>互联网 SearXNG 搜索引擎 端点</translation>
    </message>
    <message>
        <source>logging debug verbose</source>
        <translation>日志 调试 详细</translation>
    </message>
    <message>
        <source>network http socks connection</source>
        <translation>网络 http socks 连接</translation>
    </message>
    <message>
        <source>notification alert sound delegated</source>
        <translation>通知 提醒 声音 委派</translation>
    </message>
    <message>
        <source>notification alert sound done</source>
        <translation>通知 提醒 声音 完成</translation>
    </message>
    <message>
        <source>notification alert sound error</source>
        <translation>通知 提醒 声音 错误</translation>
    </message>
    <message>
        <source>notification alert sound question</source>
        <translation>通知 提醒 声音 问题</translation>
    </message>
    <message>
        <source>notification area status icon</source>
        <translation>通知区域 状态 图标</translation>
    </message>
    <message>
        <source>open files program code vim</source>
        <translation>打开 文件 程序 代码 vim</translation>
    </message>
    <message>
        <source>reasoning thoughts</source>
        <translation>推理 思考</translation>
    </message>
    <message>
        <source>session reopen launch</source>
        <translation>会话 重新打开 启动</translation>
    </message>
    <message>
        <source>shortcuts hotkeys key bindings</source>
        <translation>快捷键 热键 按键绑定</translation>
    </message>
    <message>
        <source>spinner motion movement</source>
        <translation>转圈 动画 动态</translation>
    </message>
    <message>
        <source>theme colours dark mode light mode</source>
        <translation>主题 颜色 深色模式 浅色模式</translation>
    </message>
    <message>
        <source>translation Chinese English locale</source>
        <translation>翻译 中文 英文 语言区域</translation>
    </message>
    <message>
        <source>verify tests limit task</source>
        <translation>验证 测试 上限 任务</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Archived</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>Archived ({0})</source>
        <translation>已归档（{0}）</translation>
    </message>
    <message>
        <source>Back to conversations</source>
        <translation>返回对话列表</translation>
    </message>
    <message>
        <source>Clear search</source>
        <translation>清除搜索</translation>
    </message>
    <message>
        <source>Loading conversations…</source>
        <translation>正在加载对话…</translation>
    </message>
    <message>
        <source>Needs you</source>
        <translation>需要您处理</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>新建对话</translation>
    </message>
    <message>
        <source>No conversations yet.</source>
        <translation>还没有对话。</translation>
    </message>
    <message>
        <source>Nothing is archived.</source>
        <translation>没有已归档的对话。</translation>
    </message>
    <message>
        <source>Nothing matches `{0}`.</source>
        <translation>没有与 `{0}` 匹配的内容。</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>更早</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>Search conversations</source>
        <translation>搜索对话</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>侧边栏</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Unseen</source>
        <translation>未读</translation>
    </message>
    <message>
        <source>d MMM</source>
        <translation>M月d日</translation>
    </message>
    <message>
        <source>now</source>
        <translation>刚刚</translation>
    </message>
    <message>
        <source>{0} h</source>
        <translation>{0} 小时</translation>
    </message>
    <message>
        <source>{0} min</source>
        <translation>{0} 分钟</translation>
    </message>
</context>
<context>
    <name>SkillTable</name>
    <message>
        <source>Active</source>
        <translation>有效</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>It is new or was changed since the folder&apos;s files were accepted, and waits for you.</source>
        <translation>它是新的，或在接受该文件夹的文件之后有更改，正等待您处理。</translation>
    </message>
    <message>
        <source>Line {0}: {1}</source>
        <translation>第 {0} 行：{1}</translation>
    </message>
    <message>
        <source>No skill was found. A skill is a folder with a file `SKILL.md`.</source>
        <translation>没有找到技能。技能是含有文件 `SKILL.md` 的文件夹。</translation>
    </message>
    <message>
        <source>None: no model may load it. You can, with `/{0}`.</source>
        <translation>无：任何模型都不能加载它。您可以用 `/{0}` 加载。</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Shadowed</source>
        <translation>被遮蔽</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>`{0}` is not trusted: its skills are not read.</source>
        <translation>`{0}` 未受信任：其技能不会被读取。</translation>
    </message>
    <message>
        <source>{0}, for you alone</source>
        <translation>{0}，仅供您使用</translation>
    </message>
</context>
<context>
    <name>SkillsPane</name>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Choose a skill first.</source>
        <translation>请先选择一个技能。</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Loader</source>
        <translation>加载工具</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>No skill waits for you.</source>
        <translation>没有等待您处理的技能。</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Open the folder of your skills</source>
        <translation>打开您的技能文件夹</translation>
    </message>
    <message>
        <source>Read skills again</source>
        <translation>重新读取技能</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Review changes…</source>
        <translation>查看更改…</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Scripts mentioned in a skill are never run.</source>
        <translation>技能中提到的脚本绝不会被运行。</translation>
    </message>
    <message>
        <source>Skills</source>
        <translation>技能</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Text of the skill</source>
        <translation>技能文本</translation>
    </message>
    <message>
        <source>The file manager cannot be started.</source>
        <translation>无法启动文件管理器。</translation>
    </message>
    <message>
        <source>The folder is shown under Details.</source>
        <translation>文件夹路径见“详细信息”。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>refresh</source>
        <translation>刷新</translation>
    </message>
</context>
<context>
    <name>SkillsPresenter</name>
    <message>
        <source>Loading skills…</source>
        <translation>正在加载技能…</translation>
    </message>
</context>
<context>
    <name>StaleBar</name>
    <message>
        <source>Ask again</source>
        <translation>再次请求</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
</context>
<context>
    <name>States</name>
    <message>
        <source>Accepted</source>
        <translation>已接受</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>已添加</translation>
    </message>
    <message>
        <source>Always asks</source>
        <translation>始终询问</translation>
    </message>
    <message>
        <source>Answering</source>
        <translation>正在回答</translation>
    </message>
    <message>
        <source>Applied</source>
        <translation>已应用</translation>
    </message>
    <message>
        <source>Asks you</source>
        <translation>询问您</translation>
    </message>
    <message>
        <source>Blocked</source>
        <translation>已阻止</translation>
    </message>
    <message>
        <source>Cannot save</source>
        <translation>无法保存</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>Changed on disk</source>
        <translation>磁盘上已更改</translation>
    </message>
    <message>
        <source>Changed since</source>
        <translation>之后又有更改</translation>
    </message>
    <message>
        <source>Checking</source>
        <translation>正在检查</translation>
    </message>
    <message>
        <source>Decided here</source>
        <translation>在此决定</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>已隐藏</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>In schema</source>
        <translation>已提供</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>Invalid</source>
        <translation>无效</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>Needs repair</source>
        <translation>需要修复</translation>
    </message>
    <message>
        <source>Needs trust</source>
        <translation>需要信任</translation>
    </message>
    <message>
        <source>No key</source>
        <translation>无密钥</translation>
    </message>
    <message>
        <source>Not applicable</source>
        <translation>不适用</translation>
    </message>
    <message>
        <source>Not available</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>Not reached</source>
        <translation>未到达</translation>
    </message>
    <message>
        <source>Not tested</source>
        <translation>未测试</translation>
    </message>
    <message>
        <source>Not trusted</source>
        <translation>未信任</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>未决定</translation>
    </message>
    <message>
        <source>Passed</source>
        <translation>已通过</translation>
    </message>
    <message>
        <source>Probing</source>
        <translation>正在探测</translation>
    </message>
    <message>
        <source>Proposed</source>
        <translation>已提议</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <source>Retrying</source>
        <translation>正在重试</translation>
    </message>
    <message>
        <source>Reverted</source>
        <translation>已还原</translation>
    </message>
    <message>
        <source>Running tool</source>
        <translation>正在运行工具</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>直接运行</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Saving</source>
        <translation>正在保存</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>正在思考</translation>
    </message>
    <message>
        <source>Trusted</source>
        <translation>已信任</translation>
    </message>
    <message>
        <source>Unreachable</source>
        <translation>无法连接</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>未保存的更改</translation>
    </message>
    <message>
        <source>Waiting for you</source>
        <translation>等待您处理</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Containment</source>
        <translation>隔离</translation>
    </message>
    <message>
        <source>Keyring</source>
        <translation>密钥环</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Opens the Problems pane</source>
        <translation>打开问题面板</translation>
    </message>
    <message>
        <source>Opens the next running conversation</source>
        <translation>打开下一个正在运行的对话</translation>
    </message>
    <message>
        <source>Opens the request that got no answer</source>
        <translation>打开未得到响应的请求</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>Says where keys are kept</source>
        <translation>说明密钥的保存位置</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>The branch of the project&apos;s checkout</source>
        <translation>项目检出所在的分支</translation>
    </message>
    <message>
        <source>Trust</source>
        <translation>信任</translation>
    </message>
</context>
<context>
    <name>StatusButton</name>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>StepsField</name>
    <message>
        <source>Not written</source>
        <translation>未写入</translation>
    </message>
    <message>
        <source>{0} (not valid)</source>
        <translation>{0}（无效）</translation>
    </message>
</context>
<context>
    <name>Switch</name>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开</translation>
    </message>
</context>
<context>
    <name>SwitchField</name>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开</translation>
    </message>
</context>
<context>
    <name>TagChips</name>
    <message>
        <source>More tags</source>
        <translation>更多标签</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
</context>
<context>
    <name>TaskRow</name>
    <message>
        <source>Trust this folder…</source>
        <translation>信任此文件夹…</translation>
    </message>
    <message>
        <source>qodev is still starting.</source>
        <translation>qodev 仍在启动。</translation>
    </message>
</context>
<context>
    <name>TaskState</name>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation><numerusform>%n 个问题</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation><numerusform>%n 步</numerusform></translation>
    </message>
    <message>
        <source>A Code task works in a folder. Open a project first.</source>
        <translation>代码任务在文件夹中工作。请先打开一个项目。</translation>
    </message>
    <message>
        <source>Built-in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>It was changed since it was accepted.</source>
        <translation>自接受以来它已被更改。</translation>
    </message>
    <message>
        <source>OpenCode</source>
        <translation>OpenCode</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Profiles apply to Code tasks.</source>
        <translation>配置档案适用于代码任务。</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>The folder is not trusted. Trust it to work in it.</source>
        <translation>此文件夹未受信任。信任后才能在其中工作。</translation>
    </message>
    <message>
        <source>The profiles of the folder are being read.</source>
        <translation>正在读取该文件夹的配置档案。</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>`{0}` belongs to a folder that is not trusted.</source>
        <translation>`{0}` 属于未受信任的文件夹。</translation>
    </message>
    <message>
        <source>`{0}` is not available. Choose another profile.</source>
        <translation>`{0}` 不可用。请选择其他配置档案。</translation>
    </message>
    <message>
        <source>`{0}` now comes from: {1}.</source>
        <translation>`{0}` 现在来自：{1}。</translation>
    </message>
    <message>
        <source>`{0}` was changed since it was accepted. Look at the change.</source>
        <translation>`{0}` 自接受以来已被更改。请查看更改。</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>delegation only</source>
        <translation>仅限委派</translation>
    </message>
    <message>
        <source>model not applied</source>
        <translation>未采用模型</translation>
    </message>
    <message>
        <source>needs trust</source>
        <translation>需要信任</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>now {0}</source>
        <translation>当前为 {0}</translation>
    </message>
    <message>
        <source>replaces built-in</source>
        <translation>取代内置</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0}（{1}）</translation>
    </message>
</context>
<context>
    <name>TaskSwitch</name>
    <message>
        <source>Answers without tools</source>
        <translation>不使用工具回答</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>Code task</source>
        <translation>代码任务</translation>
    </message>
    <message>
        <source>Kind of task</source>
        <translation>任务类型</translation>
    </message>
    <message>
        <source>Works in the folder with the tools that the profile offers</source>
        <translation>使用配置档案提供的工具在文件夹中工作</translation>
    </message>
</context>
<context>
    <name>TestPart</name>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Test again</source>
        <translation>重新测试</translation>
    </message>
    <message>
        <source>Writing the file…</source>
        <translation>正在写入文件…</translation>
    </message>
    <message>
        <source>`{0}` is stored, and its connection does not work yet.</source>
        <translation>`{0}` 已保存，但连接尚未成功。</translation>
    </message>
    <message>
        <source>`{0}` is stored. Testing the connection…</source>
        <translation>`{0}` 已保存。正在测试连接…</translation>
    </message>
    <message>
        <source>`{0}` works. It offers {1}.</source>
        <translation>`{0}` 可以使用。它提供{1}。</translation>
    </message>
    <message>
        <source>its models</source>
        <translation>其模型</translation>
    </message>
</context>
<context>
    <name>TextDialog</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>TextSection</name>
    <message>
        <source>Text of the file</source>
        <translation>文件内容</translation>
    </message>
</context>
<context>
    <name>ToastView</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>ToolCard</name>
    <message>
        <source>Allowed exactly this for good</source>
        <translation>已始终允许此项</translation>
    </message>
    <message>
        <source>Allowed for good, project switched to Allowlist</source>
        <translation>已始终允许，项目切换为“允许清单”</translation>
    </message>
    <message>
        <source>Allowed once</source>
        <translation>已允许一次</translation>
    </message>
    <message>
        <source>Applied without asking (Auto)</source>
        <translation>未询问即已应用（自动）</translation>
    </message>
    <message>
        <source>Arguments: {0}</source>
        <translation>参数：{0}</translation>
    </message>
    <message>
        <source>Blocked by {0}</source>
        <translation>被 {0} 阻止</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Called</source>
        <translation>已调用</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Checked</source>
        <translation>已检查</translation>
    </message>
    <message>
        <source>Containment</source>
        <translation>隔离</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>已创建</translation>
    </message>
    <message>
        <source>Decided by</source>
        <translation>决定依据</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>Denied</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Denied, and blocked for good</source>
        <translation>已拒绝，并始终阻止</translation>
    </message>
    <message>
        <source>Denied: nobody could be asked.</source>
        <translation>已拒绝：没有人可以询问。</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>已编辑</translation>
    </message>
    <message>
        <source>Fetch</source>
        <translation>抓取</translation>
    </message>
    <message>
        <source>Fetched</source>
        <translation>已抓取</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Guidance from a skill file. It grants no permission.</source>
        <translation>来自技能文件的指引，不授予任何权限。</translation>
    </message>
    <message>
        <source>Guidance from skill</source>
        <translation>技能指引</translation>
    </message>
    <message>
        <source>Hidden tool; call refused</source>
        <translation>工具已隐藏；调用被拒绝</translation>
    </message>
    <message>
        <source>Left running: {0}</source>
        <translation>仍在运行：{0}</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列出</translation>
    </message>
    <message>
        <source>Listed</source>
        <translation>已列出</translation>
    </message>
    <message>
        <source>Load skill</source>
        <translation>加载技能</translation>
    </message>
    <message>
        <source>Look at children</source>
        <translation>查看子任务</translation>
    </message>
    <message>
        <source>Looked at children</source>
        <translation>已查看子任务</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>New file that changes how agents or git behave: {0}</source>
        <translation>会改变智能体或 git 行为的新文件：{0}</translation>
    </message>
    <message>
        <source>Outside {0}</source>
        <translation>在 {0} 之外</translation>
    </message>
    <message>
        <source>Profile says</source>
        <translation>配置档案规定</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>Ran</source>
        <translation>已运行</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>已读取</translation>
    </message>
    <message>
        <source>Read file</source>
        <translation>读取文件</translation>
    </message>
    <message>
        <source>Read output</source>
        <translation>读取输出</translation>
    </message>
    <message>
        <source>Read output of</source>
        <translation>已读取输出</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Scope: {0}</source>
        <translation>范围：{0}</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search the web</source>
        <translation>搜索网络</translation>
    </message>
    <message>
        <source>Searched</source>
        <translation>已搜索</translation>
    </message>
    <message>
        <source>Searched the web</source>
        <translation>已搜索网络</translation>
    </message>
    <message>
        <source>Shell</source>
        <translation>Shell</translation>
    </message>
    <message>
        <source>Start child</source>
        <translation>启动子任务</translation>
    </message>
    <message>
        <source>Start in the background</source>
        <translation>在后台启动</translation>
    </message>
    <message>
        <source>Started child</source>
        <translation>已启动子任务</translation>
    </message>
    <message>
        <source>Started in the background</source>
        <translation>已在后台启动</translation>
    </message>
    <message>
        <source>Stop command</source>
        <translation>停止命令</translation>
    </message>
    <message>
        <source>Stopped command</source>
        <translation>已停止命令</translation>
    </message>
    <message>
        <source>Tell child</source>
        <translation>告知子任务</translation>
    </message>
    <message>
        <source>Told child</source>
        <translation>已告知子任务</translation>
    </message>
    <message>
        <source>Unknown tool; call refused</source>
        <translation>未知工具；调用被拒绝</translation>
    </message>
    <message>
        <source>Update checklist</source>
        <translation>更新清单</translation>
    </message>
    <message>
        <source>Updated checklist</source>
        <translation>已更新清单</translation>
    </message>
    <message>
        <source>Withdrawn, the folder is no longer trusted.</source>
        <translation>已撤回，该文件夹不再受信任。</translation>
    </message>
    <message>
        <source>Withdrawn, the turn was stopped.</source>
        <translation>已撤回，轮次已停止。</translation>
    </message>
    <message>
        <source>Withdrawn, the window was closed.</source>
        <translation>已撤回，窗口已关闭。</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Wrote</source>
        <translation>已写入</translation>
    </message>
    <message>
        <source>asked in every mode</source>
        <translation>任何模式都会询问</translation>
    </message>
    <message>
        <source>exit code {0}</source>
        <translation>退出代码 {0}</translation>
    </message>
    <message numerus="yes">
        <source>fetched %n page(s)</source>
        <translation><numerusform>抓取 %n 个页面</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>listed %n folder(s)</source>
        <translation><numerusform>列出 %n 个文件夹</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>looked at the children %n time(s)</source>
        <translation><numerusform>查看子任务 %n 次</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>made %n server call(s)</source>
        <translation><numerusform>调用服务器 %n 次</numerusform></translation>
    </message>
    <message>
        <source>none: the project is in Auto</source>
        <translation>无：项目处于自动模式</translation>
    </message>
    <message numerus="yes">
        <source>ran %n check(s)</source>
        <translation><numerusform>运行 %n 项检查</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>ran %n command(s)</source>
        <translation><numerusform>运行 %n 条命令</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>read %n file(s)</source>
        <translation><numerusform>读取 %n 个文件</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>read %n output(s)</source>
        <translation><numerusform>读取 %n 份输出</numerusform></translation>
    </message>
    <message>
        <source>review</source>
        <translation>审阅</translation>
    </message>
    <message numerus="yes">
        <source>searched %n time(s)</source>
        <translation><numerusform>搜索 %n 次</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>searched the web %n time(s)</source>
        <translation><numerusform>搜索网络 %n 次</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>started %n background command(s)</source>
        <translation><numerusform>启动 %n 条后台命令</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>stopped %n background command(s)</source>
        <translation><numerusform>停止 %n 条后台命令</numerusform></translation>
    </message>
    <message>
        <source>the mode asked</source>
        <translation>模式要求询问</translation>
    </message>
    <message>
        <source>the profile asked</source>
        <translation>配置档案要求询问</translation>
    </message>
    <message>
        <source>third equal call</source>
        <translation>第三次相同的调用</translation>
    </message>
    <message numerus="yes">
        <source>updated the checklist %n time(s)</source>
        <translation><numerusform>更新清单 %n 次</numerusform></translation>
    </message>
    <message>
        <source>{0} by --yes-to</source>
        <translation>--yes-to {0}</translation>
    </message>
    <message>
        <source>{0} by you</source>
        <translation>您{0}</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>ToolsView</name>
    <message>
        <source>Copy JSON</source>
        <translation>复制 JSON</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>效果</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filter of the tools</source>
        <translation>筛选工具</translation>
    </message>
    <message>
        <source>More about the tool</source>
        <translation>此工具的更多信息</translation>
    </message>
    <message>
        <source>Rule and line</source>
        <translation>规则与行号</translation>
    </message>
    <message>
        <source>Schema</source>
        <translation>可见性</translation>
    </message>
    <message>
        <source>The same tools are in local and hosted requests.</source>
        <translation>本地请求和托管请求中的工具相同。</translation>
    </message>
    <message>
        <source>The text is no profile yet.</source>
        <translation>文本还不是有效的配置档案。</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Tools of the profile</source>
        <translation>配置档案的工具</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation><numerusform>%n 字节</numerusform></translation>
    </message>
    <message>
        <source>A result of {0} that qodev has no record of.</source>
        <translation>{0} 的一个结果，qodev 没有其记录。</translation>
    </message>
    <message>
        <source>A result of {0} without its call.</source>
        <translation>{0} 的结果缺少对应的调用。</translation>
    </message>
    <message>
        <source>Agent changed to {0}</source>
        <translation>智能体已更改为 {0}</translation>
    </message>
    <message>
        <source>Agent: {0}</source>
        <translation>智能体：{0}</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用地址</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>复制代码</translation>
    </message>
    <message>
        <source>Divider</source>
        <translation>分隔线</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Goes on where the turn stopped</source>
        <translation>从轮次停止处继续</translation>
    </message>
    <message>
        <source>Hidden by the provider</source>
        <translation>已被提供商隐藏</translation>
    </message>
    <message>
        <source>Hide details</source>
        <translation>隐藏详细信息</translation>
    </message>
    <message>
        <source>Interrupted before any text came.</source>
        <translation>在收到任何文本之前中断。</translation>
    </message>
    <message>
        <source>Model changed to {0}</source>
        <translation>模型已更改为 {0}</translation>
    </message>
    <message>
        <source>Model: {0} ({1})</source>
        <translation>模型：{0}（{1}）</translation>
    </message>
    <message>
        <source>More for this card</source>
        <translation>此卡片的更多操作</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Open full output ({0})</source>
        <translation>打开完整输出（{0}）</translation>
    </message>
    <message>
        <source>Open provider</source>
        <translation>打开提供商</translation>
    </message>
    <message>
        <source>Profile changed to {0}</source>
        <translation>配置档案已改为 {0}</translation>
    </message>
    <message>
        <source>Profile file, SHA-256: {0}</source>
        <translation>配置档案文件，SHA-256：{0}</translation>
    </message>
    <message>
        <source>Profile: {0} ({1})</source>
        <translation>配置档案：{0}（{1}）</translation>
    </message>
    <message>
        <source>Result of a child, untrusted text</source>
        <translation>子任务的结果，不可信文本</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Save code as a file…</source>
        <translation>将代码保存为文件…</translation>
    </message>
    <message>
        <source>Send the message again</source>
        <translation>重新发送消息</translation>
    </message>
    <message>
        <source>Show all ({0})</source>
        <translation>全部显示（{0}）</translation>
    </message>
    <message>
        <source>Show details</source>
        <translation>显示详细信息</translation>
    </message>
    <message>
        <source>Show or hide details</source>
        <translation>显示或隐藏详细信息</translation>
    </message>
    <message>
        <source>Show or hide why this call was allowed or refused</source>
        <translation>显示或隐藏此调用被允许或拒绝的原因</translation>
    </message>
    <message>
        <source>Show the whole text in a window of its own</source>
        <translation>在单独的窗口中显示完整文本</translation>
    </message>
    <message>
        <source>Shows the branches that begin here</source>
        <translation>显示从这里开始的分支</translation>
    </message>
    <message>
        <source>Shows the provider that was asked, with its test</source>
        <translation>显示所请求的提供商及其连接测试</translation>
    </message>
    <message>
        <source>Shows what this call changed</source>
        <translation>显示此调用更改的内容</translation>
    </message>
    <message>
        <source>Skill guidance</source>
        <translation>技能指引</translation>
    </message>
    <message>
        <source>Stopped before any text came.</source>
        <translation>在收到任何文本之前停止。</translation>
    </message>
    <message>
        <source>Takes back what this call changed, or brings it again</source>
        <translation>撤销此调用的更改，或重新应用</translation>
    </message>
    <message>
        <source>The answer ended at a stop sequence of the agent.</source>
        <translation>回答在智能体的停止序列处结束。</translation>
    </message>
    <message>
        <source>The answer ended for a reason that qodev does not know: {0}.</source>
        <translation>回答因 qodev 未知的原因结束：{0}。</translation>
    </message>
    <message>
        <source>The answer reached its length limit. Ask to continue, or raise the limit in the agent.</source>
        <translation>回答达到长度上限。请要求继续，或在智能体中提高上限。</translation>
    </message>
    <message>
        <source>The model asks for {0}.</source>
        <translation>模型请求使用 {0}。</translation>
    </message>
    <message>
        <source>The model called {0}. qodev has no record that it ran.</source>
        <translation>模型调用了 {0}。qodev 没有它运行过的记录。</translation>
    </message>
    <message>
        <source>The model refused to answer. Rephrase the request or choose another agent.</source>
        <translation>模型拒绝回答。请改写请求，或选择其他智能体。</translation>
    </message>
    <message>
        <source>The provider&apos;s content filter ended the answer. Rephrase the request.</source>
        <translation>提供商的内容过滤器终止了回答。请改写请求。</translation>
    </message>
    <message>
        <source>The server read about {0} of {1} tokens. Instructions and tools at the start were probably dropped.</source>
        <translation>服务器读取了约 {0} 个 token，共 {1} 个。开头的指令和工具可能已被丢弃。</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>正在思考…</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>已思考</translation>
    </message>
    <message>
        <source>Thought for {0}</source>
        <translation>思考了 {0}</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Waiting for {0}…</source>
        <translation>正在等待 {0}…</translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation>长行自动换行</translation>
    </message>
    <message>
        <source>You</source>
        <translation>您</translation>
    </message>
    <message>
        <source>a tool</source>
        <translation>某个工具</translation>
    </message>
    <message>
        <source>an unknown tool</source>
        <translation>未知工具</translation>
    </message>
    <message>
        <source>cost {0}</source>
        <translation>费用 {0}</translation>
    </message>
    <message>
        <source>cut</source>
        <translation>已截断</translation>
    </message>
    <message>
        <source>from the agent</source>
        <translation>来自智能体</translation>
    </message>
    <message>
        <source>from the profile</source>
        <translation>来自配置档案</translation>
    </message>
    <message>
        <source>none given</source>
        <translation>未给出</translation>
    </message>
    <message>
        <source>override</source>
        <translation>覆盖</translation>
    </message>
    <message>
        <source>qodev told the model that no tool ran, and asked it again.</source>
        <translation>qodev 已告知模型没有工具运行，并再次向它提问。</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>{0} / {1}</source>
        <translation>{0} / {1}</translation>
    </message>
    <message>
        <source>{0} in, {1} out</source>
        <translation>输入 {0}，输出 {1}</translation>
    </message>
    <message>
        <source>{0} min {1} s</source>
        <translation>{0} 分 {1} 秒</translation>
    </message>
    <message>
        <source>{0} ms</source>
        <translation>{0} 毫秒</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
</context>
<context>
    <name>TranscriptCanvas</name>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>New text</source>
        <translation>有新内容</translation>
    </message>
    <message>
        <source>Show older messages</source>
        <translation>显示更早的消息</translation>
    </message>
</context>
<context>
    <name>TranscriptModel</name>
    <message>
        <source>A local model may take a minute to load.</source>
        <translation>本地模型可能需要一分钟加载。</translation>
    </message>
    <message>
        <source>Retrying in {0} s ({1} of {2})</source>
        <translation>{0} 秒后重试（第 {1} 次，共 {2} 次）</translation>
    </message>
</context>
<context>
    <name>TranscriptPane</name>
    <message>
        <source>Save code</source>
        <translation>保存代码</translation>
    </message>
</context>
<context>
    <name>TranscriptPresenter</name>
    <message numerus="yes">
        <source>%n message(s) could not be read.</source>
        <translation><numerusform>%n 条消息无法读取。</numerusform></translation>
    </message>
    <message>
        <source>Loading messages…</source>
        <translation>正在加载消息…</translation>
    </message>
    <message>
        <source>They were kept aside.</source>
        <translation>它们已另行保存。</translation>
    </message>
</context>
<context>
    <name>TranscriptView</name>
    <message>
        <source>About this turn</source>
        <translation>关于此轮次</translation>
    </message>
    <message>
        <source>Branch {0} of {1}</source>
        <translation>分支 {0}（共 {1} 个）</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Copy as plain text</source>
        <translation>复制为纯文本</translation>
    </message>
    <message>
        <source>Copy selection</source>
        <translation>复制所选内容</translation>
    </message>
    <message>
        <source>Copy selection as plain text</source>
        <translation>将所选内容复制为纯文本</translation>
    </message>
    <message>
        <source>Edit and resend…</source>
        <translation>编辑并重新发送…</translation>
    </message>
    <message>
        <source>Fork from here</source>
        <translation>从这里派生</translation>
    </message>
    <message>
        <source>Open link</source>
        <translation>打开链接</translation>
    </message>
    <message>
        <source>Open provider</source>
        <translation>打开提供商</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Rewind to here…</source>
        <translation>回退到这里…</translation>
    </message>
    <message>
        <source>Show or hide details</source>
        <translation>显示或隐藏详细信息</translation>
    </message>
    <message>
        <source>View request</source>
        <translation>查看请求</translation>
    </message>
</context>
<context>
    <name>TransferPane</name>
    <message>
        <source>Back up all conversations</source>
        <translation>备份所有对话</translation>
    </message>
    <message>
        <source>Export conversation</source>
        <translation>导出对话</translation>
    </message>
    <message>
        <source>Exports and backups of qodev (*.json)</source>
        <translation>qodev 的导出和备份文件 (*.json)</translation>
    </message>
    <message>
        <source>Import backup</source>
        <translation>导入备份</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>新建对话</translation>
    </message>
</context>
<context>
    <name>TransferPresenter</name>
    <message numerus="yes">
        <source>%n conversation(s) added.</source>
        <translation><numerusform>已添加 %n 个对话。</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s) backed up.</source>
        <translation><numerusform>已备份 %n 个对话。</numerusform></translation>
    </message>
    <message>
        <source>Not saved: {0}.</source>
        <translation>未保存：{0}。</translation>
    </message>
    <message>
        <source>unknown cause</source>
        <translation>原因未知</translation>
    </message>
</context>
<context>
    <name>TrialDialog</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Decided by {0}</source>
        <translation>由{0}决定</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>配置档案</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Test a command</source>
        <translation>测试命令</translation>
    </message>
    <message>
        <source>Type a command to see what would happen. Nothing runs.</source>
        <translation>输入命令以查看会发生什么。不会运行任何内容。</translation>
    </message>
</context>
<context>
    <name>Trust</name>
    <message numerus="yes">
        <source>%n command rule(s)</source>
        <translation><numerusform>%n 条命令规则</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n instruction file(s) are read in Code tasks</source>
        <translation><numerusform>代码任务会读取 %n 个指令文件</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n profile(s) appear in the picker</source>
        <translation><numerusform>选择器中会出现 %n 个配置档案</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n skill(s) can be loaded</source>
        <translation><numerusform>可加载 %n 个技能</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation><numerusform>%n 步</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n trusted file(s) changed</source>
        <translation><numerusform>%n 个受信任的文件已更改</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n trusted file(s) changed since {0}</source>
        <translation><numerusform>自 {0} 以来有 %n 个受信任的文件已更改</numerusform></translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>No file of this folder changes what an agent may do</source>
        <translation>此文件夹中没有文件会改变智能体的权限</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>配置档案</translation>
    </message>
    <message>
        <source>Shows what has changed in `{0}`</source>
        <translation>显示 `{0}` 中的更改</translation>
    </message>
    <message>
        <source>Shows what trusting `{0}` would load</source>
        <translation>显示信任 `{0}` 后会加载的内容</translation>
    </message>
    <message>
        <source>Skill</source>
        <translation>技能</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>Skipped: {0}</source>
        <translation>已跳过：{0}</translation>
    </message>
    <message>
        <source>Text that goes into every Code task of this folder.</source>
        <translation>会加入此文件夹中每个代码任务的文本。</translation>
    </message>
    <message>
        <source>Text that the model can load. Scripts in it are never run by qodev.</source>
        <translation>模型可以加载的文本。qodev 从不运行其中的脚本。</translation>
    </message>
    <message>
        <source>This folder cannot be trusted. {0}</source>
        <translation>此文件夹无法信任。{0}</translation>
    </message>
    <message>
        <source>Trust `{0}` and all folders in it</source>
        <translation>信任 `{0}` 及其中的所有文件夹</translation>
    </message>
    <message>
        <source>Trust loads this folder&apos;s profiles and skills as they are now; changed ones wait for you. It does not change the permission mode.</source>
        <translation>信任会加载此文件夹中配置档案和技能的当前版本；之后有更改的会等待您处理。信任不会改变权限模式。</translation>
    </message>
    <message>
        <source>Trust “{0}”?</source>
        <translation>要信任“{0}”吗？</translation>
    </message>
    <message>
        <source>`{0}` is ignored: reserved name</source>
        <translation>已忽略 `{0}`：保留名称</translation>
    </message>
    <message>
        <source>`{0}` is weaker than when you accepted it: {1}</source>
        <translation>`{0}` 的限制比您接受时更弱：{1}</translation>
    </message>
    <message>
        <source>`{0}` is weaker than your profile of that name: {1}</source>
        <translation>`{0}` 的限制比您的同名配置档案更弱：{1}</translation>
    </message>
    <message>
        <source>`{0}` replaces the built-in one</source>
        <translation>`{0}` 取代内置的同名配置档案</translation>
    </message>
    <message>
        <source>`{0}` replaces your own</source>
        <translation>`{0}` 取代您自己的同名配置档案</translation>
    </message>
    <message>
        <source>`{0}` was {1}, becomes {2}</source>
        <translation>`{0}` 原为“{1}”，将变为“{2}”</translation>
    </message>
    <message>
        <source>`{0}` was {1}, the rule is gone</source>
        <translation>`{0}` 原为“{1}”，该规则已不存在</translation>
    </message>
    <message>
        <source>as accepted</source>
        <translation>与接受时一致</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>d MMM</source>
        <translation>M月d日</translation>
    </message>
    <message>
        <source>edits only {0}</source>
        <translation>只编辑 {0}</translation>
    </message>
    <message>
        <source>else {0}</source>
        <translation>其余为“{0}”</translation>
    </message>
    <message>
        <source>hidden characters</source>
        <translation>含隐藏字符</translation>
    </message>
    <message>
        <source>model {0}</source>
        <translation>模型 {0}</translation>
    </message>
    <message>
        <source>more paths may be edited</source>
        <translation>可编辑的路径更多</translation>
    </message>
    <message>
        <source>never edits {0}</source>
        <translation>从不编辑 {0}</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
    <message>
        <source>weaker than before</source>
        <translation>限制比之前更弱</translation>
    </message>
    <message>
        <source>weaker than your own</source>
        <translation>限制比您自己的更弱</translation>
    </message>
    <message>
        <source>{0} of {1} tools offered</source>
        <translation>提供 {0} 个工具，共 {1} 个</translation>
    </message>
    <message>
        <source>“{0}” is trusted</source>
        <translation>“{0}”已受信任</translation>
    </message>
</context>
<context>
    <name>TrustDiff</name>
    <message numerus="yes">
        <source>Accept all %n file(s)</source>
        <translation><numerusform>接受全部 %n 个文件</numerusform></translation>
    </message>
    <message>
        <source>Accept this file</source>
        <translation>接受此文件</translation>
    </message>
    <message>
        <source>Changes of trusted files</source>
        <translation>受信任文件的更改</translation>
    </message>
    <message>
        <source>Decide later</source>
        <translation>稍后决定</translation>
    </message>
    <message>
        <source>No file waits for a decision.</source>
        <translation>没有等待决定的文件。</translation>
    </message>
    <message>
        <source>Stop trusting</source>
        <translation>不再信任</translation>
    </message>
</context>
<context>
    <name>TrustPresenter</name>
    <message numerus="yes">
        <source>%n file(s) accepted.</source>
        <translation><numerusform>已接受 %n 个文件。</numerusform></translation>
    </message>
    <message>
        <source>`{0}` is not trusted any more.</source>
        <translation>不再信任 `{0}`。</translation>
    </message>
    <message>
        <source>`{0}` is trusted.</source>
        <translation>已信任 `{0}`。</translation>
    </message>
</context>
<context>
    <name>TrustSheet</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Keep untrusted</source>
        <translation>保持不信任</translation>
    </message>
    <message>
        <source>This folder is trusted as it is shown.</source>
        <translation>此文件夹已按显示的内容受信任。</translation>
    </message>
    <message>
        <source>Trust this folder</source>
        <translation>信任此文件夹</translation>
    </message>
</context>
<context>
    <name>TryOutPart</name>
    <message>
        <source>Deletes what was fetched, after asking</source>
        <translation>询问后删除已下载的内容</translation>
    </message>
    <message>
        <source>Downloads and builds what is listed above</source>
        <translation>下载并构建上面列出的内容</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Log of the set-up</source>
        <translation>设置日志</translation>
    </message>
    <message>
        <source>Remove the try-out model</source>
        <translation>移除试用模型</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Set up</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>This deletes the server and the model that were fetched, the provider and the agent made for them.</source>
        <translation>这将删除已下载的服务器和模型，以及为它们创建的提供商和智能体。</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
</context>
<context>
    <name>TurnQueuePresenter</name>
    <message numerus="yes">
        <source>%n message(s) discarded.</source>
        <translation><numerusform>已丢弃 %n 条消息。</numerusform></translation>
    </message>
    <message>
        <source>Send a new one.</source>
        <translation>请发送一条新消息。</translation>
    </message>
    <message>
        <source>Taken out of the queue.</source>
        <translation>已移出队列。</translation>
    </message>
    <message>
        <source>The message does not wait any more, so its text was not changed.</source>
        <translation>该消息已不在等待，因此其内容未更改。</translation>
    </message>
</context>
<context>
    <name>UrlRow</name>
    <message>
        <source>None yet</source>
        <translation>暂无</translation>
    </message>
</context>
<context>
    <name>VerdictCell</name>
    <message>
        <source>{0} (in force)</source>
        <translation>{0}（生效中）</translation>
    </message>
</context>
<context>
    <name>VerdictCells</name>
    <message>
        <source>Verdict of every mode</source>
        <translation>各模式的裁定</translation>
    </message>
</context>
<context>
    <name>WhyView</name>
    <message>
        <source>Also read as: {0}</source>
        <translation>也可解析为：{0}</translation>
    </message>
    <message>
        <source>By</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Checks in order</source>
        <translation>依次检查</translation>
    </message>
    <message>
        <source>Clause</source>
        <translation>子句</translation>
    </message>
    <message>
        <source>Clauses</source>
        <translation>子句</translation>
    </message>
    <message>
        <source>Clauses of the command</source>
        <translation>命令的子句</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>效果</translation>
    </message>
    <message>
        <source>Rule and line</source>
        <translation>规则与行号</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>{0} by {1}</source>
        <translation>{0}，依据 {1}</translation>
    </message>
</context>
<context>
    <name>Work</name>
    <message numerus="yes">
        <source>%n command(s) in the background</source>
        <translation><numerusform>后台有 %n 条命令</numerusform></translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>In progress</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>It has ended.</source>
        <translation>已结束。</translation>
    </message>
    <message>
        <source>It is stopping.</source>
        <translation>正在停止。</translation>
    </message>
    <message>
        <source>No command runs in the background any more</source>
        <translation>后台已没有命令在运行</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>To do</source>
        <translation>待办</translation>
    </message>
    <message>
        <source>{0} of {1} done</source>
        <translation>已完成 {0}/{1}</translation>
    </message>
</context>
<context>
    <name>WorkStrip</name>
    <message>
        <source>Background commands</source>
        <translation>后台命令</translation>
    </message>
    <message>
        <source>Checklist</source>
        <translation>清单</translation>
    </message>
    <message>
        <source>Work beside the chat</source>
        <translation>对话之外的工作</translation>
    </message>
</context>
<context>
    <name>Xray</name>
    <message>
        <source>Refused, whatever it says.</source>
        <translation>无论内容如何都拒绝。</translation>
    </message>
    <message>
        <source>Type a command to see what would happen.</source>
        <translation>输入命令以查看会发生什么。</translation>
    </message>
    <message>
        <source>Type a value to see what would happen.</source>
        <translation>输入值以查看会发生什么。</translation>
    </message>
    <message>
        <source>could not be read ({0}), and a deny rule might match: blocked</source>
        <translation>无法读取（{0}），且可能匹配拒绝规则：已阻止</translation>
    </message>
    <message>
        <source>could not be read ({0}): asks in every mode</source>
        <translation>无法解析（{0}）：任何模式下都会询问</translation>
    </message>
    <message>
        <source>could not be read, and a deny rule might match: blocked</source>
        <translation>无法解析，且可能匹配拒绝规则：已阻止</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>default permission</source>
        <translation>默认权限</translation>
    </message>
    <message>
        <source>may run</source>
        <translation>可能运行</translation>
    </message>
    <message>
        <source>no rule</source>
        <translation>没有规则</translation>
    </message>
    <message>
        <source>not offered</source>
        <translation>未提供</translation>
    </message>
    <message>
        <source>only for Orchestrator</source>
        <translation>仅用于 Orchestrator</translation>
    </message>
    <message>
        <source>only for imported profiles with such rules</source>
        <translation>仅用于带有此类规则的导入配置档案</translation>
    </message>
    <message>
        <source>should be {0}, is {1}</source>
        <translation>应为“{0}”，实为“{1}”</translation>
    </message>
    <message>
        <source>stands for tools of servers and skills that no rule names</source>
        <translation>代表没有规则提及的服务器工具和技能</translation>
    </message>
    <message>
        <source>starts what follows</source>
        <translation>启动其后的命令</translation>
    </message>
    <message>
        <source>writes a file: {0}</source>
        <translation>写入文件：{0}</translation>
    </message>
    <message>
        <source>{0} of {1} tools visible</source>
        <translation>可见 {0} 个工具，共 {1} 个</translation>
    </message>
    <message>
        <source>{0}: no allow rule covers `{1}`, so the tool&apos;s own value counts.</source>
        <translation>{0}：没有允许规则涵盖 `{1}`，因此以工具本身的效果为准。</translation>
    </message>
    <message>
        <source>{0}: no command rule matches, so the tool&apos;s own value counts.</source>
        <translation>{0}：没有命令规则匹配，因此以工具本身的效果为准。</translation>
    </message>
</context>
<context>
    <name>XrayPane</name>
    <message>
        <source>Called although hidden</source>
        <translation>隐藏时仍被调用</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>用例</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Judged by the last text that was a profile.</source>
        <translation>根据上一个有效的配置档案文本判断。</translation>
    </message>
    <message>
        <source>Judges a call that a model makes of a tool that it does not see</source>
        <translation>判断模型对其看不到的工具发起的调用</translation>
    </message>
    <message>
        <source>Keep as example</source>
        <translation>保留为示例</translation>
    </message>
    <message>
        <source>Kind of the case</source>
        <translation>用例类型</translation>
    </message>
    <message>
        <source>Mode in force</source>
        <translation>生效的模式</translation>
    </message>
    <message>
        <source>Mode whose reasons are shown</source>
        <translation>显示其原因的模式</translation>
    </message>
    <message>
        <source>Mode: {0}</source>
        <translation>模式：{0}</translation>
    </message>
    <message>
        <source>No project</source>
        <translation>无项目</translation>
    </message>
    <message>
        <source>Permission X-ray</source>
        <translation>权限透视</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Reasons</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Such as {0}</source>
        <translation>例如 {0}</translation>
    </message>
    <message>
        <source>The model is told: {0}</source>
        <translation>告知模型：{0}</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Writes the case and its effect into the front matter</source>
        <translation>将用例及其效果写入文件头（front matter）</translation>
    </message>
</context>
<context>
    <name>XrayPresenter</name>
    <message>
        <source>New conversation</source>
        <translation>新建对话</translation>
    </message>
    <message>
        <source>The call is not refused.</source>
        <translation>此调用未被拒绝。</translation>
    </message>
    <message>
        <source>The text is no profile yet.</source>
        <translation>文本还不是有效的配置档案。</translation>
    </message>
    <message>
        <source>The visible tools were copied as a request carries them.</source>
        <translation>已复制可见的工具，与请求中携带的完全相同。</translation>
    </message>
    <message>
        <source>There is no verdict to keep.</source>
        <translation>没有可保留的裁定。</translation>
    </message>
</context>
<context>
    <name>XrayReplay</name>
    <message numerus="yes">
        <source>%n call(s) would be decided otherwise</source>
        <translation><numerusform>%n 个调用的裁定会改变</numerusform></translation>
    </message>
    <message>
        <source>Every call is decided as before</source>
        <translation>每个调用的裁定都与之前相同</translation>
    </message>
    <message>
        <source>no call</source>
        <translation>不是调用</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>不可用</translation>
    </message>
</context>
<context>
    <name>actions</name>
    <message>
        <source>&amp;Agents</source>
        <translation>智能体(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Conversation</source>
        <translation>对话(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;More</source>
        <translation>更多(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>About qodev</source>
        <translation>关于 qodev</translation>
    </message>
    <message>
        <source>Accept change</source>
        <translation>接受更改</translation>
    </message>
    <message>
        <source>Accepts</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>Adds the conversations of a backup</source>
        <translation>添加备份中的对话</translation>
    </message>
    <message>
        <source>Allowlist</source>
        <translation>允许清单</translation>
    </message>
    <message>
        <source>Alternates Build and Plan</source>
        <translation>在 Build 与 Plan 之间切换</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>Asks before each action</source>
        <translation>每次操作前询问</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Back up all conversations…</source>
        <translation>备份所有对话…</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Chat / Code task</source>
        <translation>聊天 / 代码任务</translation>
    </message>
    <message>
        <source>Checks folders, keyring and network</source>
        <translation>检查文件夹、密钥环和网络</translation>
    </message>
    <message>
        <source>Children</source>
        <translation>子任务</translation>
    </message>
    <message>
        <source>Choose agent…</source>
        <translation>选择智能体…</translation>
    </message>
    <message>
        <source>Choose profile…</source>
        <translation>选择配置档案…</translation>
    </message>
    <message>
        <source>Choose role…</source>
        <translation>选择角色…</translation>
    </message>
    <message>
        <source>Close window</source>
        <translation>关闭窗口</translation>
    </message>
    <message>
        <source>Closes every card</source>
        <translation>收起所有卡片</translation>
    </message>
    <message>
        <source>Closes the window in front</source>
        <translation>关闭最前面的窗口</translation>
    </message>
    <message>
        <source>Cloud agents…</source>
        <translation>云端智能体…</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation>全部收起</translation>
    </message>
    <message>
        <source>Comes with Code tasks.</source>
        <translation>将随代码任务提供。</translation>
    </message>
    <message>
        <source>Comes with agent profiles and Code tasks.</source>
        <translation>将随智能体配置档案和代码任务提供。</translation>
    </message>
    <message>
        <source>Comes with cloud agents.</source>
        <translation>将随云端智能体提供。</translation>
    </message>
    <message>
        <source>Comes with forking, rewinding and compacting.</source>
        <translation>将随派生、回退和压缩功能提供。</translation>
    </message>
    <message>
        <source>Comes with prices per model.</source>
        <translation>将随模型价格功能提供。</translation>
    </message>
    <message>
        <source>Comes with the agent editor.</source>
        <translation>将随智能体编辑器提供。</translation>
    </message>
    <message>
        <source>Comes with the handbook.</source>
        <translation>将随手册提供。</translation>
    </message>
    <message>
        <source>Comes with the settings window.</source>
        <translation>将随设置窗口提供。</translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation>命令面板…</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>评论</translation>
    </message>
    <message>
        <source>Compact…</source>
        <translation>压缩…</translation>
    </message>
    <message>
        <source>Compare bodies…</source>
        <translation>比较正文…</translation>
    </message>
    <message>
        <source>Compares two request bodies</source>
        <translation>比较两个请求正文</translation>
    </message>
    <message>
        <source>Continue or retry</source>
        <translation>继续或重试</translation>
    </message>
    <message>
        <source>Copies a file into your folders</source>
        <translation>将文件复制到您的文件夹</translation>
    </message>
    <message>
        <source>Copies the conversation into a new one</source>
        <translation>将对话复制为新对话</translation>
    </message>
    <message>
        <source>Copies the selection</source>
        <translation>复制所选内容</translation>
    </message>
    <message>
        <source>Copies the words without Markdown</source>
        <translation>复制不含 Markdown 标记的文本</translation>
    </message>
    <message>
        <source>Copies versions and problems, without secrets</source>
        <translation>复制版本和问题信息，不含机密</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy as plain text</source>
        <translation>复制为纯文本</translation>
    </message>
    <message>
        <source>Copy diagnostics</source>
        <translation>复制诊断信息</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>剪切</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Deletes the conversation; undo is offered</source>
        <translation>删除对话；可以撤销</translation>
    </message>
    <message>
        <source>Ends qodev; drafts are kept</source>
        <translation>退出 qodev；草稿会保留</translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Export conversation…</source>
        <translation>导出对话…</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Fills the screen</source>
        <translation>占满整个屏幕</translation>
    </message>
    <message>
        <source>Find in conversation</source>
        <translation>在对话中查找</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>查找下一个</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>查找上一个</translation>
    </message>
    <message>
        <source>Finds an action by its name</source>
        <translation>按名称查找操作</translation>
    </message>
    <message>
        <source>Fixture matrix…</source>
        <translation>测试矩阵…</translation>
    </message>
    <message>
        <source>Follows the system&apos;s theme</source>
        <translation>跟随系统主题</translation>
    </message>
    <message>
        <source>Fork</source>
        <translation>派生</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Gives the conversation a title</source>
        <translation>为对话设置标题</translation>
    </message>
    <message>
        <source>Go to what needs you</source>
        <translation>转到需要您处理的内容</translation>
    </message>
    <message>
        <source>Goes back to before the last message</source>
        <translation>回到上一条消息之前</translation>
    </message>
    <message>
        <source>Goes to the change before</source>
        <translation>转到上一处更改</translation>
    </message>
    <message>
        <source>Goes to the hit before</source>
        <translation>转到上一处匹配</translation>
    </message>
    <message>
        <source>Goes to the next change</source>
        <translation>转到下一处更改</translation>
    </message>
    <message>
        <source>Goes to the next hit</source>
        <translation>转到下一处匹配</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Import agent or profile…</source>
        <translation>导入智能体或配置档案…</translation>
    </message>
    <message>
        <source>Import backup…</source>
        <translation>导入备份…</translation>
    </message>
    <message>
        <source>Inserts the clipboard</source>
        <translation>插入剪贴板内容</translation>
    </message>
    <message>
        <source>Inserts the clipboard as text, however long</source>
        <translation>将剪贴板内容作为文本插入，不限长度</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Keeps the conversation at the top</source>
        <translation>将对话保持在顶部</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Lets the files of a folder count</source>
        <translation>让文件夹中的文件生效</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Lists every action with its key</source>
        <translation>列出所有操作及其快捷键</translation>
    </message>
    <message>
        <source>Lists folders opened before</source>
        <translation>列出以前打开过的文件夹</translation>
    </message>
    <message>
        <source>Looks for text in every conversation</source>
        <translation>在所有对话中查找文本</translation>
    </message>
    <message>
        <source>Looks for text in this conversation</source>
        <translation>在此对话中查找文本</translation>
    </message>
    <message>
        <source>MCP servers…</source>
        <translation>MCP 服务器…</translation>
    </message>
    <message>
        <source>Makes a profile</source>
        <translation>创建配置档案</translation>
    </message>
    <message>
        <source>Makes all text larger</source>
        <translation>放大所有文字</translation>
    </message>
    <message>
        <source>Makes all text smaller</source>
        <translation>缩小所有文字</translation>
    </message>
    <message>
        <source>Makes an agent from a base</source>
        <translation>基于基础智能体创建智能体</translation>
    </message>
    <message>
        <source>Makes the change again</source>
        <translation>重做更改</translation>
    </message>
    <message>
        <source>Manage agent profiles…</source>
        <translation>管理智能体配置档案…</translation>
    </message>
    <message>
        <source>Manage agents…</source>
        <translation>管理智能体…</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Moves the conversation to Archived</source>
        <translation>将对话移到“已归档”</translation>
    </message>
    <message>
        <source>Moves the focus to the next pane</source>
        <translation>将焦点移到下一个窗格</translation>
    </message>
    <message>
        <source>Moves the focus to the pane before</source>
        <translation>将焦点移到上一个窗格</translation>
    </message>
    <message>
        <source>Moves the selection to the clipboard</source>
        <translation>将所选内容移到剪贴板</translation>
    </message>
    <message>
        <source>New Code task</source>
        <translation>新建代码任务</translation>
    </message>
    <message>
        <source>New agent profile…</source>
        <translation>新建智能体配置档案…</translation>
    </message>
    <message>
        <source>New agent…</source>
        <translation>新建智能体…</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>新建对话</translation>
    </message>
    <message>
        <source>Next change</source>
        <translation>下一处更改</translation>
    </message>
    <message>
        <source>Next conversation</source>
        <translation>下一个对话</translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation>下一个窗格</translation>
    </message>
    <message>
        <source>Next problem</source>
        <translation>下一个问题</translation>
    </message>
    <message>
        <source>Normal text size</source>
        <translation>正常文字大小</translation>
    </message>
    <message>
        <source>Open agent profiles folder</source>
        <translation>打开智能体配置档案文件夹</translation>
    </message>
    <message>
        <source>Open agents folder</source>
        <translation>打开智能体文件夹</translation>
    </message>
    <message>
        <source>Open log folder</source>
        <translation>打开日志文件夹</translation>
    </message>
    <message>
        <source>Open project…</source>
        <translation>打开项目…</translation>
    </message>
    <message>
        <source>Opens a folder as project</source>
        <translation>将文件夹作为项目打开</translation>
    </message>
    <message>
        <source>Opens every card</source>
        <translation>展开所有卡片</translation>
    </message>
    <message>
        <source>Opens the agents</source>
        <translation>打开智能体列表</translation>
    </message>
    <message>
        <source>Opens the agents page</source>
        <translation>打开智能体页面</translation>
    </message>
    <message>
        <source>Opens the cloud library</source>
        <translation>打开云端库</translation>
    </message>
    <message>
        <source>Opens the conversation above</source>
        <translation>打开上方的对话</translation>
    </message>
    <message>
        <source>Opens the conversation below</source>
        <translation>打开下方的对话</translation>
    </message>
    <message>
        <source>Opens the folder of the log files</source>
        <translation>打开日志文件所在的文件夹</translation>
    </message>
    <message>
        <source>Opens the folder of your agents</source>
        <translation>打开您的智能体所在的文件夹</translation>
    </message>
    <message>
        <source>Opens the folder of your profiles</source>
        <translation>打开您的配置档案所在的文件夹</translation>
    </message>
    <message>
        <source>Opens the handbook</source>
        <translation>打开手册</translation>
    </message>
    <message>
        <source>Opens the next problem</source>
        <translation>打开下一个问题</translation>
    </message>
    <message>
        <source>Opens the pipelines page</source>
        <translation>打开流水线页面</translation>
    </message>
    <message>
        <source>Opens the problem before</source>
        <translation>打开上一个问题</translation>
    </message>
    <message>
        <source>Opens the profiles</source>
        <translation>打开配置档案列表</translation>
    </message>
    <message>
        <source>Opens the providers page</source>
        <translation>打开提供商页面</translation>
    </message>
    <message>
        <source>Opens the roles</source>
        <translation>打开角色列表</translation>
    </message>
    <message>
        <source>Opens the roles page</source>
        <translation>打开角色页面</translation>
    </message>
    <message>
        <source>Opens the servers page</source>
        <translation>打开服务器页面</translation>
    </message>
    <message>
        <source>Opens the settings</source>
        <translation>打开设置</translation>
    </message>
    <message>
        <source>Opens the skills page</source>
        <translation>打开技能页面</translation>
    </message>
    <message>
        <source>Opens the window of the profiles</source>
        <translation>打开配置档案窗口</translation>
    </message>
    <message>
        <source>Opens what waits for you</source>
        <translation>打开等待您处理的内容</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Paste as text</source>
        <translation>粘贴为文本</translation>
    </message>
    <message>
        <source>Permission X-ray…</source>
        <translation>权限透视…</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Pipelines…</source>
        <translation>流水线…</translation>
    </message>
    <message>
        <source>Previous change</source>
        <translation>上一处更改</translation>
    </message>
    <message>
        <source>Previous conversation</source>
        <translation>上一个对话</translation>
    </message>
    <message>
        <source>Previous pane</source>
        <translation>上一个窗格</translation>
    </message>
    <message>
        <source>Previous problem</source>
        <translation>上一个问题</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Providers…</source>
        <translation>提供商…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Reads agents, roles, providers and rosters again</source>
        <translation>重新读取智能体、角色、提供商和名册</translation>
    </message>
    <message>
        <source>Reads profiles again</source>
        <translation>重新读取配置档案</translation>
    </message>
    <message>
        <source>Reads without asking</source>
        <translation>不询问直接读取</translation>
    </message>
    <message>
        <source>Recent projects</source>
        <translation>最近的项目</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Refresh agent profiles</source>
        <translation>刷新智能体配置档案</translation>
    </message>
    <message>
        <source>Reject change</source>
        <translation>拒绝更改</translation>
    </message>
    <message>
        <source>Rejects</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Reload from disk</source>
        <translation>从磁盘重新加载</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Replaces old messages by a summary</source>
        <translation>用摘要替换旧消息</translation>
    </message>
    <message>
        <source>Replay turn…</source>
        <translation>重放轮次…</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Revert document</source>
        <translation>还原文档</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>审阅</translation>
    </message>
    <message>
        <source>Rewind…</source>
        <translation>回退…</translation>
    </message>
    <message>
        <source>Roles…</source>
        <translation>角色…</translation>
    </message>
    <message>
        <source>Runs the last turn again</source>
        <translation>重新运行上一轮次</translation>
    </message>
    <message>
        <source>Runs what you allowed exactly</source>
        <translation>只运行您明确允许的内容</translation>
    </message>
    <message>
        <source>Runs without asking</source>
        <translation>不询问直接运行</translation>
    </message>
    <message>
        <source>Save document</source>
        <translation>保存文档</translation>
    </message>
    <message>
        <source>Search all conversations…</source>
        <translation>搜索所有对话…</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Selects everything</source>
        <translation>选择全部内容</translation>
    </message>
    <message>
        <source>Self-check…</source>
        <translation>自检…</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Send now</source>
        <translation>立即发送</translation>
    </message>
    <message>
        <source>Sends a stored request again</source>
        <translation>再次发送已保存的请求</translation>
    </message>
    <message>
        <source>Sends the message</source>
        <translation>发送消息</translation>
    </message>
    <message>
        <source>Sets the text size to 100 %</source>
        <translation>将文字大小设为 100 %</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Shows delegated work</source>
        <translation>显示委派的工作</translation>
    </message>
    <message>
        <source>Shows or hides the list of conversations</source>
        <translation>显示或隐藏对话列表</translation>
    </message>
    <message>
        <source>Shows or hides the panel at the right</source>
        <translation>显示或隐藏右侧面板</translation>
    </message>
    <message>
        <source>Shows the exact request</source>
        <translation>显示确切的请求</translation>
    </message>
    <message>
        <source>Shows the files of the project</source>
        <translation>显示项目文件</translation>
    </message>
    <message>
        <source>Shows the request of this turn</source>
        <translation>显示此轮次的请求</translation>
    </message>
    <message>
        <source>Shows the ways to start</source>
        <translation>显示开始方式</translation>
    </message>
    <message>
        <source>Shows tokens and cost</source>
        <translation>显示 token 用量和费用</translation>
    </message>
    <message>
        <source>Shows version and licence</source>
        <translation>显示版本和许可证</translation>
    </message>
    <message>
        <source>Shows what is wrong in your files</source>
        <translation>显示您的文件中的问题</translation>
    </message>
    <message>
        <source>Shows what was changed in files</source>
        <translation>显示文件中的更改</translation>
    </message>
    <message>
        <source>Shows what would be allowed</source>
        <translation>显示会被允许的操作</translation>
    </message>
    <message>
        <source>Shows which agent a file gets</source>
        <translation>显示文件会使用哪个智能体</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>侧边栏</translation>
    </message>
    <message>
        <source>Skills…</source>
        <translation>技能…</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Starts a conversation with tools</source>
        <translation>开始可使用工具的对话</translation>
    </message>
    <message>
        <source>Starts an empty conversation</source>
        <translation>开始空白对话</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stops the running turn and sends</source>
        <translation>停止当前轮次并发送</translation>
    </message>
    <message>
        <source>Stops the running turn; its text is kept</source>
        <translation>停止当前轮次；保留已生成的文本</translation>
    </message>
    <message>
        <source>Switch Build / Plan</source>
        <translation>切换 Build / Plan</translation>
    </message>
    <message>
        <source>Switches tools on or off</source>
        <translation>启用或停用工具</translation>
    </message>
    <message>
        <source>System</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Takes back the last change of the text</source>
        <translation>撤销上一次文本更改</translation>
    </message>
    <message>
        <source>Takes the open file from the disk again</source>
        <translation>从磁盘重新读取打开的文件</translation>
    </message>
    <message>
        <source>Test routing…</source>
        <translation>测试路由…</translation>
    </message>
    <message>
        <source>Tries agents on test contexts</source>
        <translation>用测试上下文试验智能体</translation>
    </message>
    <message>
        <source>Trust this folder…</source>
        <translation>信任此文件夹…</translation>
    </message>
    <message>
        <source>Try offline…</source>
        <translation>离线试用…</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Usage and cost…</source>
        <translation>用量与费用…</translation>
    </message>
    <message>
        <source>Uses the dark theme</source>
        <translation>使用深色主题</translation>
    </message>
    <message>
        <source>Uses the light theme</source>
        <translation>使用浅色主题</translation>
    </message>
    <message>
        <source>View request</source>
        <translation>查看请求</translation>
    </message>
    <message>
        <source>Writes a comment</source>
        <translation>撰写评论</translation>
    </message>
    <message>
        <source>Writes all to one file</source>
        <translation>全部写入一个文件</translation>
    </message>
    <message>
        <source>Writes the open file</source>
        <translation>写入打开的文件</translation>
    </message>
    <message>
        <source>Writes this conversation to a file</source>
        <translation>将此对话写入文件</translation>
    </message>
    <message>
        <source>{0}. {1}</source>
        <translation>{0}。{1}</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>A PEM file with further certificate authorities, such as that of a company.</source>
        <translation>包含其他证书颁发机构（例如公司的证书颁发机构）的 PEM 文件。</translation>
    </message>
    <message>
        <source>A command that opens files, such as `code --goto {file}:{line}`; nothing means the system&apos;s own choice.</source>
        <translation>用于打开文件的命令，例如 `code --goto {file}:{line}`；留空则由系统决定。</translation>
    </message>
    <message>
        <source>Answers a TLS connection with bytes that are not TLS.</source>
        <translation>以非 TLS 字节响应 TLS 连接。</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Asks to make a small file with the tool `create_file`.</source>
        <translation>请求用工具 `create_file` 创建一个小文件。</translation>
    </message>
    <message>
        <source>Begins an answer and then closes the connection.</source>
        <translation>开始回答后关闭连接。</translation>
    </message>
    <message>
        <source>Begins an answer and then reports an error.</source>
        <translation>开始回答后报告错误。</translation>
    </message>
    <message>
        <source>Begins an answer and then sends a line that is no JSON.</source>
        <translation>开始回答后发送一行非 JSON 内容。</translation>
    </message>
    <message>
        <source>Big answer</source>
        <translation>超长回答</translation>
    </message>
    <message>
        <source>Broken JSON</source>
        <translation>损坏的 JSON</translation>
    </message>
    <message>
        <source>Busy animation</source>
        <translation>忙碌动画</translation>
    </message>
    <message>
        <source>CA file</source>
        <translation>CA 文件</translation>
    </message>
    <message>
        <source>Call a tool…</source>
        <translation>调用工具…</translation>
    </message>
    <message>
        <source>Calls the tool whose name and JSON arguments you type.</source>
        <translation>调用您输入名称和 JSON 参数的工具。</translation>
    </message>
    <message>
        <source>Change a file</source>
        <translation>更改文件</translation>
    </message>
    <message>
        <source>Codev profiles</source>
        <translation>Codev 配置档案</translation>
    </message>
    <message>
        <source>Codev&apos;s own folder of agents, whose profiles are listed too; qodev never writes there.</source>
        <translation>Codev 自己的智能体文件夹，其中的配置档案也会列出；qodev 从不写入该文件夹。</translation>
    </message>
    <message>
        <source>Cut connection</source>
        <translation>连接中断</translation>
    </message>
    <message>
        <source>Cut context</source>
        <translation>上下文截断</translation>
    </message>
    <message>
        <source>Cuts its network chunks inside characters.</source>
        <translation>在字符中间切分网络数据块。</translation>
    </message>
    <message>
        <source>Echo</source>
        <translation>回声</translation>
    </message>
    <message>
        <source>Error in mid-answer</source>
        <translation>回答中途出错</translation>
    </message>
    <message>
        <source>External editor</source>
        <translation>外部编辑器</translation>
    </message>
    <message>
        <source>Extra agent folders</source>
        <translation>额外的智能体文件夹</translation>
    </message>
    <message>
        <source>Failed checks</source>
        <translation>失败的检查</translation>
    </message>
    <message>
        <source>Folders whose agents are listed too; qodev never writes there.</source>
        <translation>其中的智能体也会列出的文件夹；qodev 从不写入这些文件夹。</translation>
    </message>
    <message>
        <source>Follows an answer while it grows, as long as its end is in view.</source>
        <translation>只要回答的末尾可见，就随着回答增长而滚动。</translation>
    </message>
    <message>
        <source>How many checks of a Code task may fail before the rest of its edits and commands are refused.</source>
        <translation>一个代码任务中可以失败多少次检查，超过后其余的编辑和命令都会被拒绝。</translation>
    </message>
    <message>
        <source>How much is written to the log files; keys never are.</source>
        <translation>写入日志文件的详细程度；密钥永远不会写入。</translation>
    </message>
    <message>
        <source>Keep scrolling</source>
        <translation>持续滚动</translation>
    </message>
    <message>
        <source>Keys of actions</source>
        <translation>操作的快捷键</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Light or dark colours, or those that the desktop uses.</source>
        <translation>浅色或深色，或跟随桌面的颜色。</translation>
    </message>
    <message>
        <source>Log level</source>
        <translation>日志级别</translation>
    </message>
    <message>
        <source>Markdown tour</source>
        <translation>Markdown 示例</translation>
    </message>
    <message>
        <source>Moves the sign of what is under way; off, it stands still.</source>
        <translation>让进行中的标志动起来；关闭后静止不动。</translation>
    </message>
    <message>
        <source>Opens the conversation that was open when qodev ended.</source>
        <translation>打开 qodev 退出时打开的对话。</translation>
    </message>
    <message>
        <source>Prices per model</source>
        <translation>模型价格</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>Rate limit</source>
        <translation>速率限制</translation>
    </message>
    <message>
        <source>Refuses with 429 and a waiting time, then answers the same request.</source>
        <translation>先以 429 和等待时间拒绝，然后回答同一请求。</translation>
    </message>
    <message>
        <source>Refuses with 500 and the vendor&apos;s error text.</source>
        <translation>以 500 和厂商的错误文本拒绝。</translation>
    </message>
    <message>
        <source>Repeats your message.</source>
        <translation>重复您的消息。</translation>
    </message>
    <message>
        <source>Reports that it read a tenth of what was sent.</source>
        <translation>报告只读取了所发送内容的十分之一。</translation>
    </message>
    <message>
        <source>Restore at start</source>
        <translation>启动时恢复</translation>
    </message>
    <message>
        <source>Scales all text and row heights, in per cent.</source>
        <translation>按百分比缩放所有文字和行高。</translation>
    </message>
    <message>
        <source>Send with</source>
        <translation>发送键</translation>
    </message>
    <message>
        <source>Sends about two hundred thousand characters without a pause.</source>
        <translation>不停顿地发送约二十万个字符。</translation>
    </message>
    <message>
        <source>Server error</source>
        <translation>服务器错误</translation>
    </message>
    <message>
        <source>Show thinking</source>
        <translation>显示思考过程</translation>
    </message>
    <message>
        <source>Shows an icon of qodev where the desktop keeps those of running programs.</source>
        <translation>在桌面显示运行程序图标的位置显示 qodev 图标。</translation>
    </message>
    <message>
        <source>Shows headings, lists, a table, code, a quotation and links.</source>
        <translation>显示标题、列表、表格、代码、引用和链接。</translation>
    </message>
    <message>
        <source>Shows the reasoning of a model as a line that opens; this changes the display only.</source>
        <translation>以可展开的一行显示模型的推理过程；仅影响显示。</translation>
    </message>
    <message>
        <source>Slow answer</source>
        <translation>缓慢回答</translation>
    </message>
    <message>
        <source>Split characters</source>
        <translation>拆分字符</translation>
    </message>
    <message>
        <source>Stop at the limit</source>
        <translation>达到上限停止</translation>
    </message>
    <message>
        <source>Stops in mid-sentence because its token limit is reached.</source>
        <translation>因达到 token 上限而在句中停止。</translation>
    </message>
    <message>
        <source>TLS failure</source>
        <translation>TLS 失败</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>The address of a search that Code tasks may ask, such as that of SearXNG; nothing means that there is none.</source>
        <translation>代码任务可以查询的搜索地址，例如 SearXNG 的地址；留空表示没有。</translation>
    </message>
    <message>
        <source>The desktop&apos;s proxy, none, or an address; servers on this machine are never asked through it.</source>
        <translation>桌面代理、不使用代理，或指定地址；访问本机服务器时从不经过代理。</translation>
    </message>
    <message>
        <source>The key that sends a message; the other one begins a new line.</source>
        <translation>用于发送消息的按键；另一个用于换行。</translation>
    </message>
    <message>
        <source>The keys of every action; a key belongs to one action alone.</source>
        <translation>每个操作的快捷键；一个快捷键只属于一个操作。</translation>
    </message>
    <message>
        <source>The language of the window; the desktop&apos;s own where qodev speaks it.</source>
        <translation>窗口的语言；如果 qodev 支持，则使用桌面的语言。</translation>
    </message>
    <message>
        <source>Think first</source>
        <translation>先思考</translation>
    </message>
    <message>
        <source>Thinks before it answers, where the wire format has thinking.</source>
        <translation>在传输格式支持思考时，先思考再回答。</translation>
    </message>
    <message>
        <source>Tray icon</source>
        <translation>托盘图标</translation>
    </message>
    <message>
        <source>Web search</source>
        <translation>网络搜索</translation>
    </message>
    <message>
        <source>What a million tokens cost, in and out; the cost of an answer stands under it.</source>
        <translation>每百万 token 的输入和输出价格；回答的费用显示在回答下方。</translation>
    </message>
    <message>
        <source>What happens when a question waits while another window is in front.</source>
        <translation>其他窗口在前而有问题等待回答时的提示方式。</translation>
    </message>
    <message>
        <source>What happens when a turn ends while another window is in front.</source>
        <translation>其他窗口在前而轮次结束时的提示方式。</translation>
    </message>
    <message>
        <source>What happens when a turn fails while another window is in front.</source>
        <translation>其他窗口在前而轮次失败时的提示方式。</translation>
    </message>
    <message>
        <source>What happens when delegated work ends while another window is in front.</source>
        <translation>其他窗口在前而委派的工作结束时的提示方式。</translation>
    </message>
    <message>
        <source>When a child task is finished</source>
        <translation>子任务完成时</translation>
    </message>
    <message>
        <source>When a turn failed</source>
        <translation>轮次失败时</translation>
    </message>
    <message>
        <source>When an answer is finished</source>
        <translation>回答完成时</translation>
    </message>
    <message>
        <source>When something needs you</source>
        <translation>需要您处理时</translation>
    </message>
    <message>
        <source>Writes two or three words a second, long enough to stop it.</source>
        <translation>每秒写两三个词，足够您有时间停止它。</translation>
    </message>
</context>
</TS>
