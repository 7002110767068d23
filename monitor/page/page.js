var nx=Object.create;var Zp=Object.defineProperty;var ix=Object.getOwnPropertyDescriptor;var sx=Object.getOwnPropertyNames;var rx=Object.getPrototypeOf,ox=Object.prototype.hasOwnProperty;var Aa=(i,e)=>()=>{try{return e||i((e={exports:{}}).exports,e),e.exports}catch(t){throw e=0,t}};var ax=(i,e,t,n)=>{if(e&&typeof e=="object"||typeof e=="function")for(let s of sx(e))!ox.call(i,s)&&s!==t&&Zp(i,s,{get:()=>e[s],enumerable:!(n=ix(e,s))||n.enumerable});return i};var nc=(i,e,t)=>(t=i!=null?nx(rx(i)):{},ax(e||!i||!i.__esModule?Zp(t,"default",{value:i,enumerable:!0}):t,i));var af=Aa((H1,em)=>{(()=>{var i={91:((s,r)=>{"use strict";Object.defineProperty(r,"__esModule",{value:!0}),r.buildRos2Type=H;let o=String.raw`(?<type>[a-zA-Z0-9_/]+)`,a=String.raw`(?:<=(?<stringBound>\d+))`,c=String.raw`(?:(?<unboundedArray>\[\])|\[(?<arrayLength>\d+)\]|\[<=(?<arrayBound>\d+)\])`,l=String.raw`(?<name>[a-zA-Z0-9_]+)`,h=String.raw`'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"`,f=String.raw`(?:${h}|(?:\\.|[^\s'"#\\])(?:\\.|[^#\\])*)`,u=String.raw`(?:${h}|(?:\\.|[^\s'"\],#\\])(?:\\.|[^\],#\\])*)`,d=String.raw`\s*=\s*(?<constantValue>${f}?)`,p=String.raw`\[(?:${u},)*${u}?\]`,y=String.raw`(?<defaultValue>${p}|${f})`,m=String.raw`(?:#.*)`,g=new RegExp(String.raw`^${o}${a}?${c}?\s+${l}(?:${d}|\s+${y})?\s*${m}?$`),_=String.raw`\\(?<char>['"abfnrtv\\])|\\(?<oct>[0-7]{1,3})|\\x(?<hex2>[a-fA-F0-9]{2})|\\u(?<hex4>[a-fA-F0-9]{4})|\\U(?<hex8>[a-fA-F0-9]{8})`,b=["bool","byte","char","float32","float64","int8","uint8","int16","uint16","int32","uint32","int64","uint64","string","wstring","time","duration","builtin_interfaces/Time","builtin_interfaces/Duration","builtin_interfaces/msg/Time","builtin_interfaces/msg/Duration"];function x(B,P,k){let O=BigInt(B);if(O<P||O>k)throw new Error(`Number ${B} out of range [${P}, ${k}]`);return O}function T(B,P,k){let O=parseInt(B);if(Number.isNaN(O))throw new Error(`Invalid numeric literal: ${B}`);if(O<P||O>k)throw new Error(`Number ${B} out of range [${P}, ${k}]`);return O}let M=new RegExp(u,"y"),v=/\s*(,)\s*|\s*$/y;function w(B,P){if(!P.startsWith("[")||!P.endsWith("]"))throw new Error("Array must start with [ and end with ]");let k=P.substring(1,P.length-1);if(B==="string"||B==="wstring"){let O=[],V=0;for(;V<k.length;){if(k[V]===",")throw new Error("Expected array element before comma");M.lastIndex=V;let se=M.exec(k);if(se&&(O.push(D(se[0])),V=M.lastIndex),v.lastIndex=V,se=v.exec(k),!se)throw new Error("Expected comma or end of array");if(!se[1])break;V=v.lastIndex}return O}return k.split(",").map(O=>L(B,O.trim()))}function D(B){let P="",k=B;for(let O of["'",'"'])if(B.startsWith(O)){if(!B.endsWith(O))throw new Error(`Expected terminating ${O} in string literal: ${B}`);P=O,k=B.substring(O.length,B.length-O.length);break}if(!new RegExp(String.raw`^(?:[^\\${P}]|${_})*$`).test(k)==null)throw new Error(`Invalid string literal: ${k}`);return k.replace(new RegExp(_,"g"),(...O)=>{let{char:V,oct:se,hex2:I,hex4:G,hex8:X}=O[O.length-1],Q=I??G??X;if(V!=null)return{"'":"'",'"':'"',a:"\x07",b:"\b",f:"\f",n:`
`,r:"\r",t:"	",v:"\v","\\":"\\"}[V];if(se!=null)return String.fromCodePoint(parseInt(se,8));if(Q!=null)return String.fromCodePoint(parseInt(Q,16));throw new Error("Expected exactly one matched group")})}function L(B,P){switch(B){case"bool":if(["true","True","1"].includes(P))return!0;if(["false","False","0"].includes(P))return!1;break;case"float32":case"float64":{let k=parseFloat(P);if(!Number.isNaN(k))return k;break}case"int8":return T(P,-128,127);case"uint8":return T(P,0,255);case"int16":return T(P,-32768,32767);case"uint16":return T(P,0,65535);case"int32":return T(P,-2147483648,2147483647);case"uint32":return T(P,0,4294967295);case"int64":return x(P,~0x7fffffffffffffffn,0x7fffffffffffffffn);case"uint64":return x(P,0n,0xffffffffffffffffn);case"string":case"wstring":return D(P)}throw new Error(`Invalid literal of type ${B}: ${P}`)}function R(B){switch(B){case"char":return"uint8";case"byte":return"uint8";case"builtin_interfaces/Time":case"builtin_interfaces/msg/Time":return"time";case"builtin_interfaces/Duration":case"builtin_interfaces/msg/Duration":return"duration"}return B}function H(B){let P=[],k;for(let{line:O}of B){let V;if(!O.startsWith("#"))if(V=/^MSG: ([^ ]+)\s*(?:#.+)?$/.exec(O)){k=V[1];continue}else if(V=g.exec(O)){let{type:se,stringBound:I,unboundedArray:G,arrayLength:X,arrayBound:Q,name:K,constantValue:U,defaultValue:W}=V.groups,j=R(se);if(I!=null&&j!=="string"&&j!=="wstring")throw new Error(`Invalid string bound for type ${j}`);if(U!=null){if(!/^[A-Z](?:_?[A-Z0-9]+)*$/.test(K))throw new Error(`Invalid constant name: ${K}`)}else if(!/^[a-z](?:_?[a-z0-9]+)*$/.test(K))throw new Error(`Invalid field name: ${K}`);let ee=!b.includes(j),ae=G!=null||X!=null||Q!=null;P.push({name:K,type:j,isComplex:U!=null?ee||void 0:ee,isConstant:U!=null||void 0,isArray:U!=null?ae||void 0:ae,arrayLength:X!=null?parseInt(X):void 0,arrayUpperBound:Q!=null?parseInt(Q):void 0,upperBound:I!=null?parseInt(I):void 0,defaultValue:W!=null?ae?w(j,W.trim()):L(j,W.trim()):void 0,value:U!=null?L(j,U.trim()):void 0,valueText:U?.trim()})}else throw new Error(`Could not parse line: '${O}'`)}return{name:k,definitions:P}}}),155:(function(s,r,o){"use strict";var a=this&&this.__createBinding||(Object.create?(function(l,h,f,u){u===void 0&&(u=f);var d=Object.getOwnPropertyDescriptor(h,f);(!d||("get"in d?!h.__esModule:d.writable||d.configurable))&&(d={enumerable:!0,get:function(){return h[f]}}),Object.defineProperty(l,u,d)}):(function(l,h,f,u){u===void 0&&(u=f),l[u]=h[f]})),c=this&&this.__exportStar||function(l,h){for(var f in l)f!=="default"&&!Object.prototype.hasOwnProperty.call(h,f)&&a(h,l,f)};Object.defineProperty(r,"__esModule",{value:!0}),c(o(498),r),c(o(900),r)}),425:((s,r,o)=>{"use strict";Object.defineProperty(r,"__esModule",{value:!0}),r.md5=l;let a=o(479),c=new Set(["int8","uint8","int16","uint16","int32","uint32","int64","uint64","float32","float64","string","bool","char","byte","time","duration"]);function l(u){if(u.length===0)throw new Error("Cannot produce md5sum for empty msgDefs");let d=new Map;for(let y of u)y.name!=null&&d.set(y.name,y);let p=u[0];return h(p,d)}function h(u,d){let p="",y=u.definitions.filter(({isConstant:g})=>g),m=u.definitions.filter(({isConstant:g})=>g==null||!g);for(let g of y)p+=`${g.type} ${g.name}=${g.valueText??String(g.value)}
`;for(let g of m)if(f(g.type)){let _=g.arrayLength!=null?String(g.arrayLength):"",b=g.isArray===!0?`[${_}]`:"";p+=`${g.type}${b} ${g.name}
`}else{let _=d.get(g.type);if(_==null)throw new Error(`Missing definition for submessage type "${g.type}"`);let b=h(_,d);p+=`${b} ${g.name}
`}return p=p.trimEnd(),a.Md5.init(p)}function f(u){return c.has(u)}}),479:((s,r,o)=>{"use strict";o.r(r),o.d(r,{Md5:()=>a});var a=(function(){function c(){}return c.AddUnsigned=function(l,h){var f,u,d,p,y;return d=l&2147483648,p=h&2147483648,f=l&1073741824,u=h&1073741824,y=(l&1073741823)+(h&1073741823),f&u?y^2147483648^d^p:f|u?y&1073741824?y^3221225472^d^p:y^1073741824^d^p:y^d^p},c.FF=function(l,h,f,u,d,p,y){return l=this.AddUnsigned(l,this.AddUnsigned(this.AddUnsigned(this.F(h,f,u),d),y)),this.AddUnsigned(this.RotateLeft(l,p),h)},c.GG=function(l,h,f,u,d,p,y){return l=this.AddUnsigned(l,this.AddUnsigned(this.AddUnsigned(this.G(h,f,u),d),y)),this.AddUnsigned(this.RotateLeft(l,p),h)},c.HH=function(l,h,f,u,d,p,y){return l=this.AddUnsigned(l,this.AddUnsigned(this.AddUnsigned(this.H(h,f,u),d),y)),this.AddUnsigned(this.RotateLeft(l,p),h)},c.II=function(l,h,f,u,d,p,y){return l=this.AddUnsigned(l,this.AddUnsigned(this.AddUnsigned(this.I(h,f,u),d),y)),this.AddUnsigned(this.RotateLeft(l,p),h)},c.ConvertToWordArray=function(l){for(var h,f=l.length,u=f+8,d=(u-u%64)/64,p=(d+1)*16,y=Array(p-1),m=0,g=0;g<f;)h=(g-g%4)/4,m=g%4*8,y[h]=y[h]|l.charCodeAt(g)<<m,g++;return h=(g-g%4)/4,m=g%4*8,y[h]=y[h]|128<<m,y[p-2]=f<<3,y[p-1]=f>>>29,y},c.WordToHex=function(l){var h="",f="",u,d;for(d=0;d<=3;d++)u=l>>>d*8&255,f="0"+u.toString(16),h=h+f.substr(f.length-2,2);return h},c.Utf8Encode=function(l){var h="",f;l=l.replace(/\r\n/g,`
`);for(var u=0;u<l.length;u++)f=l.charCodeAt(u),f<128?h+=String.fromCharCode(f):f>127&&f<2048?(h+=String.fromCharCode(f>>6|192),h+=String.fromCharCode(f&63|128)):(h+=String.fromCharCode(f>>12|224),h+=String.fromCharCode(f>>6&63|128),h+=String.fromCharCode(f&63|128));return h},c.init=function(l){var h;for(typeof l!="string"&&(l=JSON.stringify(l)),this._string=this.Utf8Encode(l),this.x=this.ConvertToWordArray(this._string),this.a=1732584193,this.b=4023233417,this.c=2562383102,this.d=271733878,this.k=0;this.k<this.x.length;this.k+=16)this.AA=this.a,this.BB=this.b,this.CC=this.c,this.DD=this.d,this.a=this.FF(this.a,this.b,this.c,this.d,this.x[this.k],this.S11,3614090360),this.d=this.FF(this.d,this.a,this.b,this.c,this.x[this.k+1],this.S12,3905402710),this.c=this.FF(this.c,this.d,this.a,this.b,this.x[this.k+2],this.S13,606105819),this.b=this.FF(this.b,this.c,this.d,this.a,this.x[this.k+3],this.S14,3250441966),this.a=this.FF(this.a,this.b,this.c,this.d,this.x[this.k+4],this.S11,4118548399),this.d=this.FF(this.d,this.a,this.b,this.c,this.x[this.k+5],this.S12,1200080426),this.c=this.FF(this.c,this.d,this.a,this.b,this.x[this.k+6],this.S13,2821735955),this.b=this.FF(this.b,this.c,this.d,this.a,this.x[this.k+7],this.S14,4249261313),this.a=this.FF(this.a,this.b,this.c,this.d,this.x[this.k+8],this.S11,1770035416),this.d=this.FF(this.d,this.a,this.b,this.c,this.x[this.k+9],this.S12,2336552879),this.c=this.FF(this.c,this.d,this.a,this.b,this.x[this.k+10],this.S13,4294925233),this.b=this.FF(this.b,this.c,this.d,this.a,this.x[this.k+11],this.S14,2304563134),this.a=this.FF(this.a,this.b,this.c,this.d,this.x[this.k+12],this.S11,1804603682),this.d=this.FF(this.d,this.a,this.b,this.c,this.x[this.k+13],this.S12,4254626195),this.c=this.FF(this.c,this.d,this.a,this.b,this.x[this.k+14],this.S13,2792965006),this.b=this.FF(this.b,this.c,this.d,this.a,this.x[this.k+15],this.S14,1236535329),this.a=this.GG(this.a,this.b,this.c,this.d,this.x[this.k+1],this.S21,4129170786),this.d=this.GG(this.d,this.a,this.b,this.c,this.x[this.k+6],this.S22,3225465664),this.c=this.GG(this.c,this.d,this.a,this.b,this.x[this.k+11],this.S23,643717713),this.b=this.GG(this.b,this.c,this.d,this.a,this.x[this.k],this.S24,3921069994),this.a=this.GG(this.a,this.b,this.c,this.d,this.x[this.k+5],this.S21,3593408605),this.d=this.GG(this.d,this.a,this.b,this.c,this.x[this.k+10],this.S22,38016083),this.c=this.GG(this.c,this.d,this.a,this.b,this.x[this.k+15],this.S23,3634488961),this.b=this.GG(this.b,this.c,this.d,this.a,this.x[this.k+4],this.S24,3889429448),this.a=this.GG(this.a,this.b,this.c,this.d,this.x[this.k+9],this.S21,568446438),this.d=this.GG(this.d,this.a,this.b,this.c,this.x[this.k+14],this.S22,3275163606),this.c=this.GG(this.c,this.d,this.a,this.b,this.x[this.k+3],this.S23,4107603335),this.b=this.GG(this.b,this.c,this.d,this.a,this.x[this.k+8],this.S24,1163531501),this.a=this.GG(this.a,this.b,this.c,this.d,this.x[this.k+13],this.S21,2850285829),this.d=this.GG(this.d,this.a,this.b,this.c,this.x[this.k+2],this.S22,4243563512),this.c=this.GG(this.c,this.d,this.a,this.b,this.x[this.k+7],this.S23,1735328473),this.b=this.GG(this.b,this.c,this.d,this.a,this.x[this.k+12],this.S24,2368359562),this.a=this.HH(this.a,this.b,this.c,this.d,this.x[this.k+5],this.S31,4294588738),this.d=this.HH(this.d,this.a,this.b,this.c,this.x[this.k+8],this.S32,2272392833),this.c=this.HH(this.c,this.d,this.a,this.b,this.x[this.k+11],this.S33,1839030562),this.b=this.HH(this.b,this.c,this.d,this.a,this.x[this.k+14],this.S34,4259657740),this.a=this.HH(this.a,this.b,this.c,this.d,this.x[this.k+1],this.S31,2763975236),this.d=this.HH(this.d,this.a,this.b,this.c,this.x[this.k+4],this.S32,1272893353),this.c=this.HH(this.c,this.d,this.a,this.b,this.x[this.k+7],this.S33,4139469664),this.b=this.HH(this.b,this.c,this.d,this.a,this.x[this.k+10],this.S34,3200236656),this.a=this.HH(this.a,this.b,this.c,this.d,this.x[this.k+13],this.S31,681279174),this.d=this.HH(this.d,this.a,this.b,this.c,this.x[this.k],this.S32,3936430074),this.c=this.HH(this.c,this.d,this.a,this.b,this.x[this.k+3],this.S33,3572445317),this.b=this.HH(this.b,this.c,this.d,this.a,this.x[this.k+6],this.S34,76029189),this.a=this.HH(this.a,this.b,this.c,this.d,this.x[this.k+9],this.S31,3654602809),this.d=this.HH(this.d,this.a,this.b,this.c,this.x[this.k+12],this.S32,3873151461),this.c=this.HH(this.c,this.d,this.a,this.b,this.x[this.k+15],this.S33,530742520),this.b=this.HH(this.b,this.c,this.d,this.a,this.x[this.k+2],this.S34,3299628645),this.a=this.II(this.a,this.b,this.c,this.d,this.x[this.k],this.S41,4096336452),this.d=this.II(this.d,this.a,this.b,this.c,this.x[this.k+7],this.S42,1126891415),this.c=this.II(this.c,this.d,this.a,this.b,this.x[this.k+14],this.S43,2878612391),this.b=this.II(this.b,this.c,this.d,this.a,this.x[this.k+5],this.S44,4237533241),this.a=this.II(this.a,this.b,this.c,this.d,this.x[this.k+12],this.S41,1700485571),this.d=this.II(this.d,this.a,this.b,this.c,this.x[this.k+3],this.S42,2399980690),this.c=this.II(this.c,this.d,this.a,this.b,this.x[this.k+10],this.S43,4293915773),this.b=this.II(this.b,this.c,this.d,this.a,this.x[this.k+1],this.S44,2240044497),this.a=this.II(this.a,this.b,this.c,this.d,this.x[this.k+8],this.S41,1873313359),this.d=this.II(this.d,this.a,this.b,this.c,this.x[this.k+15],this.S42,4264355552),this.c=this.II(this.c,this.d,this.a,this.b,this.x[this.k+6],this.S43,2734768916),this.b=this.II(this.b,this.c,this.d,this.a,this.x[this.k+13],this.S44,1309151649),this.a=this.II(this.a,this.b,this.c,this.d,this.x[this.k+4],this.S41,4149444226),this.d=this.II(this.d,this.a,this.b,this.c,this.x[this.k+11],this.S42,3174756917),this.c=this.II(this.c,this.d,this.a,this.b,this.x[this.k+2],this.S43,718787259),this.b=this.II(this.b,this.c,this.d,this.a,this.x[this.k+9],this.S44,3951481745),this.a=this.AddUnsigned(this.a,this.AA),this.b=this.AddUnsigned(this.b,this.BB),this.c=this.AddUnsigned(this.c,this.CC),this.d=this.AddUnsigned(this.d,this.DD);return h=this.WordToHex(this.a)+this.WordToHex(this.b)+this.WordToHex(this.c)+this.WordToHex(this.d),h.toLowerCase()},c.x=Array(),c.S11=7,c.S12=12,c.S13=17,c.S14=22,c.S21=5,c.S22=9,c.S23=14,c.S24=20,c.S31=4,c.S32=11,c.S33=16,c.S34=23,c.S41=6,c.S42=10,c.S43=15,c.S44=21,c.RotateLeft=function(l,h){return l<<h|l>>>32-h},c.F=function(l,h,f){return l&h|~l&f},c.G=function(l,h,f){return l&f|h&~f},c.H=function(l,h,f){return l^h^f},c.I=function(l,h,f){return h^(l|~f)},c})()}),498:((s,r)=>{"use strict";Object.defineProperty(r,"__esModule",{value:!0})}),662:(function(s){(function(r,o){s.exports?s.exports=o():r.nearley=o()})(this,function(){function r(d,p,y){return this.id=++r.highestId,this.name=d,this.symbols=p,this.postprocess=y,this}r.highestId=0,r.prototype.toString=function(d){var p=typeof d>"u"?this.symbols.map(u).join(" "):this.symbols.slice(0,d).map(u).join(" ")+" \u25CF "+this.symbols.slice(d).map(u).join(" ");return this.name+" \u2192 "+p};function o(d,p,y,m){this.rule=d,this.dot=p,this.reference=y,this.data=[],this.wantedBy=m,this.isComplete=this.dot===d.symbols.length}o.prototype.toString=function(){return"{"+this.rule.toString(this.dot)+"}, from: "+(this.reference||0)},o.prototype.nextState=function(d){var p=new o(this.rule,this.dot+1,this.reference,this.wantedBy);return p.left=this,p.right=d,p.isComplete&&(p.data=p.build(),p.right=void 0),p},o.prototype.build=function(){var d=[],p=this;do d.push(p.right.data),p=p.left;while(p.left);return d.reverse(),d},o.prototype.finish=function(){this.rule.postprocess&&(this.data=this.rule.postprocess(this.data,this.reference,h.fail))};function a(d,p){this.grammar=d,this.index=p,this.states=[],this.wants={},this.scannable=[],this.completed={}}a.prototype.process=function(d){for(var p=this.states,y=this.wants,m=this.completed,g=0;g<p.length;g++){var _=p[g];if(_.isComplete){if(_.finish(),_.data!==h.fail){for(var b=_.wantedBy,x=b.length;x--;){var T=b[x];this.complete(T,_)}if(_.reference===this.index){var M=_.rule.name;(this.completed[M]=this.completed[M]||[]).push(_)}}}else{var M=_.rule.symbols[_.dot];if(typeof M!="string"){this.scannable.push(_);continue}if(y[M]){if(y[M].push(_),m.hasOwnProperty(M))for(var v=m[M],x=0;x<v.length;x++){var w=v[x];this.complete(_,w)}}else y[M]=[_],this.predict(M)}}},a.prototype.predict=function(d){for(var p=this.grammar.byName[d]||[],y=0;y<p.length;y++){var m=p[y],g=this.wants[d],_=new o(m,0,this.index,g);this.states.push(_)}},a.prototype.complete=function(d,p){var y=d.nextState(p);this.states.push(y)};function c(d,p){this.rules=d,this.start=p||this.rules[0].name;var y=this.byName={};this.rules.forEach(function(m){y.hasOwnProperty(m.name)||(y[m.name]=[]),y[m.name].push(m)})}c.fromCompiled=function(m,p){var y=m.Lexer;m.ParserStart&&(p=m.ParserStart,m=m.ParserRules);var m=m.map(function(_){return new r(_.name,_.symbols,_.postprocess)}),g=new c(m,p);return g.lexer=y,g};function l(){this.reset("")}l.prototype.reset=function(d,p){this.buffer=d,this.index=0,this.line=p?p.line:1,this.lastLineBreak=p?-p.col:0},l.prototype.next=function(){if(this.index<this.buffer.length){var d=this.buffer[this.index++];return d===`
`&&(this.line+=1,this.lastLineBreak=this.index),{value:d}}},l.prototype.save=function(){return{line:this.line,col:this.index-this.lastLineBreak}},l.prototype.formatError=function(d,p){var y=this.buffer;if(typeof y=="string"){var m=y.split(`
`).slice(Math.max(0,this.line-5),this.line),g=y.indexOf(`
`,this.index);g===-1&&(g=y.length);var _=this.index-this.lastLineBreak,b=String(this.line).length;return p+=" at line "+this.line+" col "+_+`:

`,p+=m.map(function(T,M){return x(this.line-m.length+M+1,b)+" "+T},this).join(`
`),p+=`
`+x("",b+_)+`^
`,p}else return p+" at index "+(this.index-1);function x(T,M){var v=String(T);return Array(M-v.length+1).join(" ")+v}};function h(d,p,y){if(d instanceof c)var m=d,y=p;else var m=c.fromCompiled(d,p);this.grammar=m,this.options={keepHistory:!1,lexer:m.lexer||new l};for(var g in y||{})this.options[g]=y[g];this.lexer=this.options.lexer,this.lexerState=void 0;var _=new a(m,0),b=this.table=[_];_.wants[m.start]=[],_.predict(m.start),_.process(),this.current=0}h.fail={},h.prototype.feed=function(d){var p=this.lexer;p.reset(d,this.lexerState);for(var y;;){try{if(y=p.next(),!y)break}catch(R){var b=new a(this.grammar,this.current+1);this.table.push(b);var m=new Error(this.reportLexerError(R));throw m.offset=this.current,m.token=R.token,m}var g=this.table[this.current];this.options.keepHistory||delete this.table[this.current-1];var _=this.current+1,b=new a(this.grammar,_);this.table.push(b);for(var x=y.text!==void 0?y.text:y.value,T=p.constructor===l?y.value:y,M=g.scannable,v=M.length;v--;){var w=M[v],D=w.rule.symbols[w.dot];if(D.test?D.test(T):D.type?D.type===y.type:D.literal===x){var L=w.nextState({data:T,token:y,isToken:!0,reference:_-1});b.states.push(L)}}if(b.process(),b.states.length===0){var m=new Error(this.reportError(y));throw m.offset=this.current,m.token=y,m}this.options.keepHistory&&(g.lexerState=p.save()),this.current++}return g&&(this.lexerState=p.save()),this.results=this.finish(),this},h.prototype.reportLexerError=function(d){var p,y,m=d.token;return m?(p="input "+JSON.stringify(m.text[0])+" (lexer error)",y=this.lexer.formatError(m,"Syntax error")):(p="input (lexer error)",y=d.message),this.reportErrorCommon(y,p)},h.prototype.reportError=function(d){var p=(d.type?d.type+" token: ":"")+JSON.stringify(d.value!==void 0?d.value:d),y=this.lexer.formatError(d,"Syntax error");return this.reportErrorCommon(y,p)},h.prototype.reportErrorCommon=function(d,p){var y=[];y.push(d);var m=this.table.length-2,g=this.table[m],_=g.states.filter(function(x){var T=x.rule.symbols[x.dot];return T&&typeof T!="string"});if(_.length===0)y.push("Unexpected "+p+`. I did not expect any more input. Here is the state of my parse table:
`),this.displayStateStack(g.states,y);else{y.push("Unexpected "+p+`. Instead, I was expecting to see one of the following:
`);var b=_.map(function(x){return this.buildFirstStateStack(x,[])||[x]},this);b.forEach(function(x){var T=x[0],M=T.rule.symbols[T.dot],v=this.getSymbolDisplay(M);y.push("A "+v+" based on:"),this.displayStateStack(x,y)},this)}return y.push(""),y.join(`
`)},h.prototype.displayStateStack=function(d,p){for(var y,m=0,g=0;g<d.length;g++){var _=d[g],b=_.rule.toString(_.dot);b===y?m++:(m>0&&p.push("    ^ "+m+" more lines identical to this"),m=0,p.push("    "+b)),y=b}},h.prototype.getSymbolDisplay=function(d){return f(d)},h.prototype.buildFirstStateStack=function(d,p){if(p.indexOf(d)!==-1)return null;if(d.wantedBy.length===0)return[d];var y=d.wantedBy[0],m=[d].concat(p),g=this.buildFirstStateStack(y,m);return g===null?null:[d].concat(g)},h.prototype.save=function(){var d=this.table[this.current];return d.lexerState=this.lexerState,d},h.prototype.restore=function(d){var p=d.index;this.current=p,this.table[p]=d,this.table.splice(p+1),this.lexerState=d.lexerState,this.results=this.finish()},h.prototype.rewind=function(d){if(!this.options.keepHistory)throw new Error("set option `keepHistory` to enable rewinding");this.restore(this.table[d])},h.prototype.finish=function(){var d=[],p=this.grammar.start,y=this.table[this.table.length-1];return y.states.forEach(function(m){m.rule.name===p&&m.dot===m.rule.symbols.length&&m.reference===0&&m.data!==h.fail&&d.push(m)}),d.map(function(m){return m.data})};function f(d){var p=typeof d;if(p==="string")return d;if(p==="object"){if(d.literal)return JSON.stringify(d.literal);if(d instanceof RegExp)return"character matching "+d;if(d.type)return d.type+" token";if(d.test)return"token matching "+String(d.test);throw new Error("Unknown symbol type: "+d)}}function u(d){var p=typeof d;if(p==="string")return d;if(p==="object"){if(d.literal)return JSON.stringify(d.literal);if(d instanceof RegExp)return d.toString();if(d.type)return"%"+d.type;if(d.test)return"<"+String(d.test)+">";throw new Error("Unknown symbol type: "+d)}}return{Parser:h,Grammar:c,Rule:r}})}),666:((s,r,o)=>{(function(){function a(u){return u[0]}let l=o(694).compile({space:{match:/\s+/,lineBreaks:!0},number:/-?(?:[0-9]|[1-9][0-9]+)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?\b/,comment:/#[^\n]*/,"[":"[","]":"]",assignment:/=[^\n]*/,fieldOrType:/[a-zA-Z_][a-zA-Z0-9_]*(?:\/[a-zA-Z][a-zA-Z0-9_]*)?/});function h(u){return u.reduce((d,p)=>({...d,...p}),{})}var f={Lexer:l,ParserRules:[{name:"main$ebnf$1",symbols:["comment"],postprocess:a},{name:"main$ebnf$1",symbols:[],postprocess:function(u){return null}},{name:"main",symbols:["_","boolType","arrayType","__","field","_","main$ebnf$1","simple"],postprocess:function(u){return h(u)}},{name:"main$ebnf$2",symbols:["comment"],postprocess:a},{name:"main$ebnf$2",symbols:[],postprocess:function(u){return null}},{name:"main",symbols:["_","bigintType","arrayType","__","field","_","main$ebnf$2","simple"],postprocess:function(u){return h(u)}},{name:"main$ebnf$3",symbols:["comment"],postprocess:a},{name:"main$ebnf$3",symbols:[],postprocess:function(u){return null}},{name:"main",symbols:["_","numericType","arrayType","__","field","_","main$ebnf$3","simple"],postprocess:function(u){return h(u)}},{name:"main$ebnf$4",symbols:["comment"],postprocess:a},{name:"main$ebnf$4",symbols:[],postprocess:function(u){return null}},{name:"main",symbols:["_","stringType","arrayType","__","field","_","main$ebnf$4","simple"],postprocess:function(u){return h(u)}},{name:"main$ebnf$5",symbols:["comment"],postprocess:a},{name:"main$ebnf$5",symbols:[],postprocess:function(u){return null}},{name:"main",symbols:["_","timeType","arrayType","__","field","_","main$ebnf$5","simple"],postprocess:function(u){return h(u)}},{name:"main$ebnf$6",symbols:["comment"],postprocess:a},{name:"main$ebnf$6",symbols:[],postprocess:function(u){return null}},{name:"main",symbols:["_","customType","arrayType","__","field","_","main$ebnf$6","complex"],postprocess:function(u){return h(u)}},{name:"main$ebnf$7",symbols:["comment"],postprocess:a},{name:"main$ebnf$7",symbols:[],postprocess:function(u){return null}},{name:"main",symbols:["_","boolType","__","constantField","_","boolConstantValue","_","main$ebnf$7"],postprocess:function(u){return h(u)}},{name:"main$ebnf$8",symbols:["comment"],postprocess:a},{name:"main$ebnf$8",symbols:[],postprocess:function(u){return null}},{name:"main",symbols:["_","bigintType","__","constantField","_","bigintConstantValue","_","main$ebnf$8"],postprocess:function(u){return h(u)}},{name:"main$ebnf$9",symbols:["comment"],postprocess:a},{name:"main$ebnf$9",symbols:[],postprocess:function(u){return null}},{name:"main",symbols:["_","numericType","__","constantField","_","numericConstantValue","_","main$ebnf$9"],postprocess:function(u){return h(u)}},{name:"main$ebnf$10",symbols:["comment"],postprocess:a},{name:"main$ebnf$10",symbols:[],postprocess:function(u){return null}},{name:"main",symbols:["_","stringType","__","constantField","_","stringConstantValue","_","main$ebnf$10"],postprocess:function(u){return h(u)}},{name:"main",symbols:["comment"],postprocess:function(u){return null}},{name:"main",symbols:["blankLine"],postprocess:function(u){return null}},{name:"boolType",symbols:[{literal:"bool"}],postprocess:function(u){return{type:u[0].value}}},{name:"bigintType$subexpression$1",symbols:[{literal:"int64"}]},{name:"bigintType$subexpression$1",symbols:[{literal:"uint64"}]},{name:"bigintType",symbols:["bigintType$subexpression$1"],postprocess:function(u){return{type:u[0][0].value}}},{name:"numericType$subexpression$1",symbols:[{literal:"byte"}]},{name:"numericType$subexpression$1",symbols:[{literal:"char"}]},{name:"numericType$subexpression$1",symbols:[{literal:"float32"}]},{name:"numericType$subexpression$1",symbols:[{literal:"float64"}]},{name:"numericType$subexpression$1",symbols:[{literal:"int8"}]},{name:"numericType$subexpression$1",symbols:[{literal:"uint8"}]},{name:"numericType$subexpression$1",symbols:[{literal:"int16"}]},{name:"numericType$subexpression$1",symbols:[{literal:"uint16"}]},{name:"numericType$subexpression$1",symbols:[{literal:"int32"}]},{name:"numericType$subexpression$1",symbols:[{literal:"uint32"}]},{name:"numericType",symbols:["numericType$subexpression$1"],postprocess:function(u){return{type:u[0][0].value}}},{name:"stringType",symbols:[{literal:"string"}],postprocess:function(u){return{type:u[0].value}}},{name:"timeType$subexpression$1",symbols:[{literal:"time"}]},{name:"timeType$subexpression$1",symbols:[{literal:"duration"}]},{name:"timeType",symbols:["timeType$subexpression$1"],postprocess:function(u){return{type:u[0][0].value}}},{name:"customType",symbols:[l.has("fieldOrType")?{type:"fieldOrType"}:fieldOrType],postprocess:function(u,d,p){let y=["bool","byte","char","float32","float64","int8","uint8","int16","uint16","int32","uint32","int64","uint64","string","time","duration"],m=u[0].value;return y.includes(m)?p:{type:m}}},{name:"arrayType",symbols:[{literal:"["},"_",{literal:"]"}],postprocess:function(u){return{isArray:!0}}},{name:"arrayType",symbols:[{literal:"["},"_","number","_",{literal:"]"}],postprocess:function(u){return{isArray:!0,arrayLength:u[2]}}},{name:"arrayType",symbols:["_"],postprocess:function(u){return{isArray:!1}}},{name:"field",symbols:[l.has("fieldOrType")?{type:"fieldOrType"}:fieldOrType],postprocess:function(u,d,p){let y=u[0].value;return y.match(/^[a-zA-Z][a-zA-Z0-9_]*$/)==null?p:{name:y}}},{name:"constantField",symbols:[l.has("fieldOrType")?{type:"fieldOrType"}:fieldOrType],postprocess:function(u,d,p){let y=u[0].value;return y.match(/^[a-zA-Z_][a-zA-Z0-9_]*$/)==null?p:{name:y,isConstant:!0}}},{name:"boolConstantValue",symbols:["assignment"],postprocess:function(u,d,p){let y=u[0].split("#")[0].trim();return y==="True"||y==="1"?{value:!0,valueText:y}:y==="False"||y==="0"?{value:!1,valueText:y}:p}},{name:"numericConstantValue",symbols:["assignment"],postprocess:function(u,d,p){let y=u[0].split("#")[0].trim(),m=parseFloat(y);return isNaN(m)?p:{value:m,valueText:y}}},{name:"bigintConstantValue",symbols:["assignment"],postprocess:function(u,d,p){let y=u[0].split("#")[0].trim();try{return{value:BigInt(y),valueText:y}}catch{return p}}},{name:"stringConstantValue",symbols:["assignment"],postprocess:function(u){return{value:u[0],valueText:u[0]}}},{name:"bool$subexpression$1",symbols:[{literal:"True"}]},{name:"bool$subexpression$1",symbols:[{literal:"1"}]},{name:"bool",symbols:["bool$subexpression$1"],postprocess:function(u){return!0}},{name:"bool$subexpression$2",symbols:[{literal:"False"}]},{name:"bool$subexpression$2",symbols:[{literal:"0"}]},{name:"bool",symbols:["bool$subexpression$2"],postprocess:function(u){return!1}},{name:"number",symbols:[l.has("number")?{type:"number"}:number],postprocess:function(u){return parseFloat(u[0].value)}},{name:"assignment",symbols:[l.has("assignment")?{type:"assignment"}:assignment],postprocess:function(u){return u[0].value.substr(1).trim()}},{name:"comment",symbols:[l.has("comment")?{type:"comment"}:comment],postprocess:function(u){return null}},{name:"blankLine",symbols:["_"],postprocess:function(u){return null}},{name:"_$subexpression$1",symbols:[]},{name:"_$subexpression$1",symbols:[l.has("space")?{type:"space"}:space]},{name:"_",symbols:["_$subexpression$1"],postprocess:function(u){return null}},{name:"__",symbols:[l.has("space")?{type:"space"}:space],postprocess:function(u){return null}},{name:"simple",symbols:[],postprocess:function(){return{isComplex:!1}}},{name:"complex",symbols:[],postprocess:function(){return{isComplex:!0}}}],ParserStart:"main"};typeof s.exports<"u"?s.exports=f:window.grammar=f})()}),694:(function(s,r){var o,a,c;(function(l,h){a=[],o=h,c=typeof o=="function"?o.apply(r,a):o,c!==void 0&&(s.exports=c)})(this,function(){"use strict";var l=Object.prototype.hasOwnProperty,h=Object.prototype.toString,f=typeof new RegExp().sticky=="boolean";function u(I){return I&&h.call(I)==="[object RegExp]"}function d(I){return I&&typeof I=="object"&&!u(I)&&!Array.isArray(I)}function p(I){return I.replace(/[-\/\\^$*+?.()|[\]{}]/g,"\\$&")}function y(I){var G=new RegExp("|"+I);return G.exec("").length-1}function m(I){return"("+I+")"}function g(I){if(!I.length)return"(?!)";var G=I.map(function(X){return"(?:"+X+")"}).join("|");return"(?:"+G+")"}function _(I){if(typeof I=="string")return"(?:"+p(I)+")";if(u(I)){if(I.ignoreCase)throw new Error("RegExp /i flag not allowed");if(I.global)throw new Error("RegExp /g flag is implied");if(I.sticky)throw new Error("RegExp /y flag is implied");if(I.multiline)throw new Error("RegExp /m flag is implied");return I.source}else throw new Error("Not a pattern: "+I)}function b(I,G){return I.length>G?I:Array(G-I.length+1).join(" ")+I}function x(I,G){for(var X=I.length,Q=0;;){var K=I.lastIndexOf(`
`,X-1);if(K===-1||(Q++,X=K,Q===G)||X===0)break}var U=Q<G?0:X+1;return I.substring(U).split(`
`)}function T(I){for(var G=Object.getOwnPropertyNames(I),X=[],Q=0;Q<G.length;Q++){var K=G[Q],U=I[K],W=[].concat(U);if(K==="include"){for(var j=0;j<W.length;j++)X.push({include:W[j]});continue}var ee=[];W.forEach(function(ae){d(ae)?(ee.length&&X.push(v(K,ee)),X.push(v(K,ae)),ee=[]):ee.push(ae)}),ee.length&&X.push(v(K,ee))}return X}function M(I){for(var G=[],X=0;X<I.length;X++){var Q=I[X];if(Q.include){for(var K=[].concat(Q.include),U=0;U<K.length;U++)G.push({include:K[U]});continue}if(!Q.type)throw new Error("Rule has no type: "+JSON.stringify(Q));G.push(v(Q.type,Q))}return G}function v(I,G){if(d(G)||(G={match:G}),G.include)throw new Error("Matching rules cannot also include states");var X={defaultType:I,lineBreaks:!!G.error||!!G.fallback,pop:!1,next:null,push:null,error:!1,fallback:!1,value:null,type:null,shouldThrow:!1};for(var Q in G)l.call(G,Q)&&(X[Q]=G[Q]);if(typeof X.type=="string"&&I!==X.type)throw new Error("Type transform cannot be a string (type '"+X.type+"' for token '"+I+"')");var K=X.match;return X.match=Array.isArray(K)?K:K?[K]:[],X.match.sort(function(U,W){return u(U)&&u(W)?0:u(W)?-1:u(U)?1:W.length-U.length}),X}function w(I){return Array.isArray(I)?M(I):T(I)}var D=v("error",{lineBreaks:!0,shouldThrow:!0});function L(I,G){for(var X=null,Q=Object.create(null),K=!0,U=null,W=[],j=[],ee=0;ee<I.length;ee++)I[ee].fallback&&(K=!1);for(var ee=0;ee<I.length;ee++){var ae=I[ee];if(ae.include)throw new Error("Inheritance is not allowed in stateless lexers");if(ae.error||ae.fallback){if(X)throw!ae.fallback==!X.fallback?new Error("Multiple "+(ae.fallback?"fallback":"error")+" rules not allowed (for token '"+ae.defaultType+"')"):new Error("fallback and error are mutually exclusive (for token '"+ae.defaultType+"')");X=ae}var ve=ae.match.slice();if(K)for(;ve.length&&typeof ve[0]=="string"&&ve[0].length===1;){var ze=ve.shift();Q[ze.charCodeAt(0)]=ae}if(ae.pop||ae.push||ae.next){if(!G)throw new Error("State-switching options are not allowed in stateless lexers (for token '"+ae.defaultType+"')");if(ae.fallback)throw new Error("State-switching options are not allowed on fallback tokens (for token '"+ae.defaultType+"')")}if(ve.length!==0){K=!1,W.push(ae);for(var De=0;De<ve.length;De++){var st=ve[De];if(u(st)){if(U===null)U=st.unicode;else if(U!==st.unicode&&ae.fallback===!1)throw new Error("If one rule is /u then all must be")}}var rt=g(ve.map(_)),Ye=new RegExp(rt);if(Ye.test(""))throw new Error("RegExp matches empty string: "+Ye);var Pt=y(rt);if(Pt>0)throw new Error("RegExp has capture groups: "+Ye+`
Use (?: \u2026 ) instead`);if(!ae.lineBreaks&&Ye.test(`
`))throw new Error("Rule should declare lineBreaks: "+Ye);j.push(m(rt))}}var St=X&&X.fallback,Wt=f&&!St?"ym":"gm",Mt=f||St?"":"|";U===!0&&(Wt+="u");var fn=new RegExp(g(j)+Mt,Wt);return{regexp:fn,groups:W,fast:Q,error:X||D}}function R(I){var G=L(w(I));return new k({start:G},"start")}function H(I,G,X){var Q=I&&(I.push||I.next);if(Q&&!X[Q])throw new Error("Missing state '"+Q+"' (in token '"+I.defaultType+"' of state '"+G+"')");if(I&&I.pop&&+I.pop!=1)throw new Error("pop must be 1 (in token '"+I.defaultType+"' of state '"+G+"')")}function B(I,G){var X=I.$all?w(I.$all):[];delete I.$all;var Q=Object.getOwnPropertyNames(I);G||(G=Q[0]);for(var K=Object.create(null),U=0;U<Q.length;U++){var W=Q[U];K[W]=w(I[W]).concat(X)}for(var U=0;U<Q.length;U++)for(var W=Q[U],j=K[W],ee=Object.create(null),ae=0;ae<j.length;ae++){var ve=j[ae];if(ve.include){var ze=[ae,1];if(ve.include!==W&&!ee[ve.include]){ee[ve.include]=!0;var De=K[ve.include];if(!De)throw new Error("Cannot include nonexistent state '"+ve.include+"' (in state '"+W+"')");for(var st=0;st<De.length;st++){var rt=De[st];j.indexOf(rt)===-1&&ze.push(rt)}}j.splice.apply(j,ze),ae--}}for(var Ye=Object.create(null),U=0;U<Q.length;U++){var W=Q[U];Ye[W]=L(K[W],!0)}for(var U=0;U<Q.length;U++){for(var Pt=Q[U],St=Ye[Pt],Wt=St.groups,ae=0;ae<Wt.length;ae++)H(Wt[ae],Pt,Ye);for(var Mt=Object.getOwnPropertyNames(St.fast),ae=0;ae<Mt.length;ae++)H(St.fast[Mt[ae]],Pt,Ye)}return new k(Ye,G)}function P(I){for(var G=typeof Map<"u",X=G?new Map:Object.create(null),Q=Object.getOwnPropertyNames(I),K=0;K<Q.length;K++){var U=Q[K],W=I[U],j=Array.isArray(W)?W:[W];j.forEach(function(ee){if(typeof ee!="string")throw new Error("keyword must be string (in keyword '"+U+"')");G?X.set(ee,U):X[ee]=U})}return function(ee){return G?X.get(ee):X[ee]}}var k=function(I,G){this.startState=G,this.states=I,this.buffer="",this.stack=[],this.reset()};k.prototype.reset=function(I,G){return this.buffer=I||"",this.index=0,this.line=G?G.line:1,this.col=G?G.col:1,this.queuedToken=G?G.queuedToken:null,this.queuedText=G?G.queuedText:"",this.queuedThrow=G?G.queuedThrow:null,this.setState(G?G.state:this.startState),this.stack=G&&G.stack?G.stack.slice():[],this},k.prototype.save=function(){return{line:this.line,col:this.col,state:this.state,stack:this.stack.slice(),queuedToken:this.queuedToken,queuedText:this.queuedText,queuedThrow:this.queuedThrow}},k.prototype.setState=function(I){if(!(!I||this.state===I)){this.state=I;var G=this.states[I];this.groups=G.groups,this.error=G.error,this.re=G.regexp,this.fast=G.fast}},k.prototype.popState=function(){this.setState(this.stack.pop())},k.prototype.pushState=function(I){this.stack.push(this.state),this.setState(I)};var O=f?function(I,G){return I.exec(G)}:function(I,G){var X=I.exec(G);return X[0].length===0?null:X};k.prototype._getGroup=function(I){for(var G=this.groups.length,X=0;X<G;X++)if(I[X+1]!==void 0)return this.groups[X];throw new Error("Cannot find token type for matched text")};function V(){return this.value}if(k.prototype.next=function(){var I=this.index;if(this.queuedGroup){var G=this._token(this.queuedGroup,this.queuedText,I);return this.queuedGroup=null,this.queuedText="",G}var X=this.buffer;if(I!==X.length){var W=this.fast[X.charCodeAt(I)];if(W)return this._token(W,X.charAt(I),I);var Q=this.re;Q.lastIndex=I;var K=O(Q,X),U=this.error;if(K==null)return this._token(U,X.slice(I,X.length),I);var W=this._getGroup(K),j=K[0];return U.fallback&&K.index!==I?(this.queuedGroup=W,this.queuedText=j,this._token(U,X.slice(I,K.index),I)):this._token(W,j,I)}},k.prototype._token=function(I,G,X){var Q=0;if(I.lineBreaks){var K=/\n/g,U=1;if(G===`
`)Q=1;else for(;K.exec(G);)Q++,U=K.lastIndex}var W={type:typeof I.type=="function"&&I.type(G)||I.defaultType,value:typeof I.value=="function"?I.value(G):G,text:G,toString:V,offset:X,lineBreaks:Q,line:this.line,col:this.col},j=G.length;if(this.index+=j,this.line+=Q,Q!==0?this.col=j-U+1:this.col+=j,I.shouldThrow){var ee=new Error(this.formatError(W,"invalid syntax"));throw ee}return I.pop?this.popState():I.push?this.pushState(I.push):I.next&&this.setState(I.next),W},typeof Symbol<"u"&&Symbol.iterator){var se=function(I){this.lexer=I};se.prototype.next=function(){var I=this.lexer.next();return{value:I,done:!I}},se.prototype[Symbol.iterator]=function(){return this},k.prototype[Symbol.iterator]=function(){return new se(this)}}return k.prototype.formatError=function(I,G){if(I==null)var X=this.buffer.slice(this.index),I={text:X,offset:this.index,lineBreaks:X.indexOf(`
`)===-1?0:1,line:this.line,col:this.col};var Q=2,K=Math.max(I.line-Q,1),U=I.line+Q,W=String(U).length,j=x(this.buffer,this.line-I.line+Q+1).slice(0,5),ee=[];ee.push(G+" at line "+I.line+" col "+I.col+":"),ee.push("");for(var ae=0;ae<j.length;ae++){var ve=j[ae],ze=K+ae;ee.push(b(String(ze),W)+"  "+ve),ze===I.line&&ee.push(b("",W+I.col+1)+"^")}return ee.join(`
`)},k.prototype.clone=function(){return new k(this.states,this.state)},k.prototype.has=function(I){return!0},{compile:R,states:B,error:Object.freeze({error:!0}),fallback:Object.freeze({fallback:!0}),keywords:P}})}),812:((s,r)=>{"use strict";Object.defineProperty(r,"__esModule",{value:!0}),r.stringify=o;function o(c){let l="";for(let h=0;h<c.length;h++){let f=c[h],u=f.definitions.filter(({isConstant:p})=>p),d=f.definitions.filter(({isConstant:p})=>p==null||!p);h>0&&(l+=`
================================================================================
`,l+=`MSG: ${f.name??""}
`);for(let p of u)l+=`${p.type} ${p.name} = ${p.valueText??String(p.value)}
`;if(d.length>0){l.length>0&&(l+=`
`);for(let p of d){let y=p.upperBound!=null?`<=${p.upperBound}`:"",m=p.arrayLength!=null?String(p.arrayLength):p.arrayUpperBound!=null?`<=${p.arrayUpperBound}`:"",g=p.isArray===!0?`[${m}]`:"",_=p.defaultValue!=null?` ${a(p.defaultValue)}`:"";l+=`${p.type}${y}${g} ${p.name}${_}
`}}}return l.trimEnd()}function a(c){return Array.isArray(c)?`[${c.map(l=>typeof l=="bigint"?l.toString():JSON.stringify(l)).join(", ")}]`:typeof c=="bigint"?c.toString():JSON.stringify(c)}}),881:(function(s,r,o){"use strict";var a=this&&this.__createBinding||(Object.create?(function(l,h,f,u){u===void 0&&(u=f);var d=Object.getOwnPropertyDescriptor(h,f);(!d||("get"in d?!h.__esModule:d.writable||d.configurable))&&(d={enumerable:!0,get:function(){return h[f]}}),Object.defineProperty(l,u,d)}):(function(l,h,f,u){u===void 0&&(u=f),l[u]=h[f]})),c=this&&this.__exportStar||function(l,h){for(var f in l)f!=="default"&&!Object.prototype.hasOwnProperty.call(h,f)&&a(h,l,f)};Object.defineProperty(r,"__esModule",{value:!0}),c(o(425),r),c(o(954),r),c(o(812),r)}),900:((s,r)=>{"use strict";Object.defineProperty(r,"__esModule",{value:!0}),r.isMsgDefFieldEqual=a,r.isMsgDefEqual=c;function o(l,h){if(Array.isArray(l)&&Array.isArray(h)){if(l.length!==h.length)return!1;for(let f=0;f<l.length;f++)if(l[f]!==h[f])return!1;return!0}return l===h}function a(l,h){return l.type===h.type&&l.name===h.name&&(l.isComplex??!1)===(h.isComplex??!1)&&l.enumType===h.enumType&&(l.isArray??!1)===(h.isArray??!1)&&l.arrayLength===h.arrayLength&&(l.isConstant??!1)===(h.isConstant??!1)&&l.value===h.value&&l.valueText===h.valueText&&l.upperBound===h.upperBound&&l.arrayUpperBound===h.arrayUpperBound&&(l.deprecated??!1)===(h.deprecated??!1)&&o(l.defaultValue,h.defaultValue)}function c(l,h){return(l.name==null||h.name==null||l.name===h.name)&&l.definitions.length===h.definitions.length&&l.definitions.every((f,u)=>a(f,h.definitions[u]))}}),954:(function(s,r,o){"use strict";var a=this&&this.__importDefault||function(b){return b&&b.__esModule?b:{default:b}};Object.defineProperty(r,"__esModule",{value:!0}),r.parse=d,r.fixupTypes=p,r.normalizeType=_;let c=o(155),l=o(662),h=o(91),f=a(o(666)),u=l.Grammar.fromCompiled(f.default);function d(b,x={}){let T=b.split(`
`).map(L=>L.trim()).filter(L=>L),M=[],v=[];T.forEach(L=>{L.startsWith("#")||(L.startsWith("==")?(v.push(x.ros2===!0?(0,h.buildRos2Type)(M):y(M,u)),M=[]):M.push({line:L}))}),v.push(x.ros2===!0?(0,h.buildRos2Type)(M):y(M,u));let w=[],D=v.filter(L=>w.find(R=>(0,c.isMsgDefEqual)(L,R))?!1:w.push(L));return x.skipTypeFixup!==!0&&p(D),D}function p(b){b.forEach(({definitions:x,name:T})=>{x.forEach(M=>{if(M.isComplex===!0){let v=T?.split("/").slice(0,-1).join("/"),w=g(b,M.type,v).name;if(w==null)throw new Error(`Missing type definition for ${M.type}`);M.type=w}})})}function y(b,x){let T=[],M;return b.forEach(({line:v})=>{if(v.startsWith("MSG:")){let[R,H]=m(v);M=H?.trim();return}let w=new l.Parser(x);w.feed(v);let D=w.finish();if(D.length===0)throw new Error(`Could not parse line: '${v}'`);if(D.length>1)throw new Error(`Ambiguous line: '${v}'`);let L=D[0];L!=null&&(L.type=_(L.type),T.push(L))}),{name:M,definitions:T}}function m(b){return b.replace(/#.*/gi,"").split(" ").filter(x=>x)}function g(b,x,T){let M=b.filter(v=>{let w=v.name??"";return x.length===0?w.length===0:x.includes("/")?w===x:x==="Header"?w==="std_msgs/Header":T?w===`${T}/${x}`:w.endsWith(`/${x}`)});if(M[0]==null)throw new Error(`Expected 1 top level type definition for '${x}' but found ${M.length}`);if(M.length>1)throw new Error(`Cannot unambiguously determine fully-qualified type name for '${x}'`);return M[0]}function _(b){return b==="char"?"uint8":b==="byte"?"int8":b}})},e={};function t(s){var r=e[s];if(r!==void 0)return r.exports;var o=e[s]={exports:{}};return i[s].call(o.exports,o,o.exports,t),o.exports}t.d=(s,r)=>{for(var o in r)t.o(r,o)&&!t.o(s,o)&&Object.defineProperty(s,o,{enumerable:!0,get:r[o]})},t.o=(s,r)=>Object.prototype.hasOwnProperty.call(s,r),t.r=s=>{typeof Symbol<"u"&&Symbol.toStringTag&&Object.defineProperty(s,Symbol.toStringTag,{value:"Module"}),Object.defineProperty(s,"__esModule",{value:!0})};var n=t(881);em.exports=n})()});var lm=Aa((lC,cf)=>{"use strict";var px=Object.prototype.hasOwnProperty,ti="~";function La(){}Object.create&&(La.prototype=Object.create(null),new La().__proto__||(ti=!1));function mx(i,e,t){this.fn=i,this.context=e,this.once=t||!1}function am(i,e,t,n,s){if(typeof t!="function")throw new TypeError("The listener must be a function");var r=new mx(t,n||i,s),o=ti?ti+e:e;return i._events[o]?i._events[o].fn?i._events[o]=[i._events[o],r]:i._events[o].push(r):(i._events[o]=r,i._eventsCount++),i}function hc(i,e){--i._eventsCount===0?i._events=new La:delete i._events[e]}function kn(){this._events=new La,this._eventsCount=0}kn.prototype.eventNames=function(){var e=[],t,n;if(this._eventsCount===0)return e;for(n in t=this._events)px.call(t,n)&&e.push(ti?n.slice(1):n);return Object.getOwnPropertySymbols?e.concat(Object.getOwnPropertySymbols(t)):e};kn.prototype.listeners=function(e){var t=ti?ti+e:e,n=this._events[t];if(!n)return[];if(n.fn)return[n.fn];for(var s=0,r=n.length,o=new Array(r);s<r;s++)o[s]=n[s].fn;return o};kn.prototype.listenerCount=function(e){var t=ti?ti+e:e,n=this._events[t];return n?n.fn?1:n.length:0};kn.prototype.emit=function(e,t,n,s,r,o){var a=ti?ti+e:e;if(!this._events[a])return!1;var c=this._events[a],l=arguments.length,h,f;if(c.fn){switch(c.once&&this.removeListener(e,c.fn,void 0,!0),l){case 1:return c.fn.call(c.context),!0;case 2:return c.fn.call(c.context,t),!0;case 3:return c.fn.call(c.context,t,n),!0;case 4:return c.fn.call(c.context,t,n,s),!0;case 5:return c.fn.call(c.context,t,n,s,r),!0;case 6:return c.fn.call(c.context,t,n,s,r,o),!0}for(f=1,h=new Array(l-1);f<l;f++)h[f-1]=arguments[f];c.fn.apply(c.context,h)}else{var u=c.length,d;for(f=0;f<u;f++)switch(c[f].once&&this.removeListener(e,c[f].fn,void 0,!0),l){case 1:c[f].fn.call(c[f].context);break;case 2:c[f].fn.call(c[f].context,t);break;case 3:c[f].fn.call(c[f].context,t,n);break;case 4:c[f].fn.call(c[f].context,t,n,s);break;default:if(!h)for(d=1,h=new Array(l-1);d<l;d++)h[d-1]=arguments[d];c[f].fn.apply(c[f].context,h)}}return!0};kn.prototype.on=function(e,t,n){return am(this,e,t,n,!1)};kn.prototype.once=function(e,t,n){return am(this,e,t,n,!0)};kn.prototype.removeListener=function(e,t,n,s){var r=ti?ti+e:e;if(!this._events[r])return this;if(!t)return hc(this,r),this;var o=this._events[r];if(o.fn)o.fn===t&&(!s||o.once)&&(!n||o.context===n)&&hc(this,r);else{for(var a=0,c=[],l=o.length;a<l;a++)(o[a].fn!==t||s&&!o[a].once||n&&o[a].context!==n)&&c.push(o[a]);c.length?this._events[r]=c.length===1?c[0]:c:hc(this,r)}return this};kn.prototype.removeAllListeners=function(e){var t;return e?(t=ti?ti+e:e,this._events[t]&&hc(this,t)):(this._events=new La,this._eventsCount=0),this};kn.prototype.off=kn.prototype.removeListener;kn.prototype.addListener=kn.prototype.on;kn.prefixed=ti;kn.EventEmitter=kn;typeof cf<"u"&&(cf.exports=kn)});var dm=Aa((yC,fm)=>{var mo=1e3,go=mo*60,yo=go*60,Ar=yo*24,yx=Ar*7,_x=Ar*365.25;fm.exports=function(i,e){e=e||{};var t=typeof i;if(t==="string"&&i.length>0)return xx(i);if(t==="number"&&isFinite(i))return e.long?bx(i):vx(i);throw new Error("val is not a non-empty string or a valid number. val="+JSON.stringify(i))};function xx(i){if(i=String(i),!(i.length>100)){var e=/^(-?(?:\d+)?\.?\d+) *(milliseconds?|msecs?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w|years?|yrs?|y)?$/i.exec(i);if(e){var t=parseFloat(e[1]),n=(e[2]||"ms").toLowerCase();switch(n){case"years":case"year":case"yrs":case"yr":case"y":return t*_x;case"weeks":case"week":case"w":return t*yx;case"days":case"day":case"d":return t*Ar;case"hours":case"hour":case"hrs":case"hr":case"h":return t*yo;case"minutes":case"minute":case"mins":case"min":case"m":return t*go;case"seconds":case"second":case"secs":case"sec":case"s":return t*mo;case"milliseconds":case"millisecond":case"msecs":case"msec":case"ms":return t;default:return}}}}function vx(i){var e=Math.abs(i);return e>=Ar?Math.round(i/Ar)+"d":e>=yo?Math.round(i/yo)+"h":e>=go?Math.round(i/go)+"m":e>=mo?Math.round(i/mo)+"s":i+"ms"}function bx(i){var e=Math.abs(i);return e>=Ar?uc(i,e,Ar,"day"):e>=yo?uc(i,e,yo,"hour"):e>=go?uc(i,e,go,"minute"):e>=mo?uc(i,e,mo,"second"):i+" ms"}function uc(i,e,t,n){var s=e>=t*1.5;return Math.round(i/t)+" "+n+(s?"s":"")}});var mm=Aa((_C,pm)=>{function Sx(i){t.debug=t,t.default=t,t.coerce=c,t.disable=o,t.enable=s,t.enabled=a,t.humanize=dm(),t.destroy=l,Object.keys(i).forEach(h=>{t[h]=i[h]}),t.names=[],t.skips=[],t.formatters={};function e(h){let f=0;for(let u=0;u<h.length;u++)f=(f<<5)-f+h.charCodeAt(u),f|=0;return t.colors[Math.abs(f)%t.colors.length]}t.selectColor=e;function t(h){let f,u=null,d,p;function y(...m){if(!y.enabled)return;let g=y,_=Number(new Date),b=_-(f||_);g.diff=b,g.prev=f,g.curr=_,f=_,m[0]=t.coerce(m[0]),typeof m[0]!="string"&&m.unshift("%O");let x=0;m[0]=m[0].replace(/%([a-zA-Z%])/g,(M,v)=>{if(M==="%%")return"%";x++;let w=t.formatters[v];if(typeof w=="function"){let D=m[x];M=w.call(g,D),m.splice(x,1),x--}return M}),t.formatArgs.call(g,m),(g.log||t.log).apply(g,m)}return y.namespace=h,y.useColors=t.useColors(),y.color=t.selectColor(h),y.extend=n,y.destroy=t.destroy,Object.defineProperty(y,"enabled",{enumerable:!0,configurable:!1,get:()=>u!==null?u:(d!==t.namespaces&&(d=t.namespaces,p=t.enabled(h)),p),set:m=>{u=m}}),typeof t.init=="function"&&t.init(y),y}function n(h,f){let u=t(this.namespace+(typeof f>"u"?":":f)+h);return u.log=this.log,u}function s(h){t.save(h),t.namespaces=h,t.names=[],t.skips=[];let f=(typeof h=="string"?h:"").trim().replace(/\s+/g,",").split(",").filter(Boolean);for(let u of f)u[0]==="-"?t.skips.push(u.slice(1)):t.names.push(u)}function r(h,f){let u=0,d=0,p=-1,y=0;for(;u<h.length;)if(d<f.length&&(f[d]===h[u]||f[d]==="*"))f[d]==="*"?(p=d,y=u,d++):(u++,d++);else if(p!==-1)d=p+1,y++,u=y;else return!1;for(;d<f.length&&f[d]==="*";)d++;return d===f.length}function o(){let h=[...t.names,...t.skips.map(f=>"-"+f)].join(",");return t.enable(""),h}function a(h){for(let f of t.skips)if(r(h,f))return!1;for(let f of t.names)if(r(h,f))return!0;return!1}function c(h){return h instanceof Error?h.stack||h.message:h}function l(){console.warn("Instance method `debug.destroy()` is deprecated and no longer does anything. It will be removed in the next major version of `debug`.")}return t.enable(t.load()),t}pm.exports=Sx});var gm=Aa((hi,fc)=>{hi.formatArgs=wx;hi.save=Ex;hi.load=Tx;hi.useColors=Mx;hi.storage=Ax();hi.destroy=(()=>{let i=!1;return()=>{i||(i=!0,console.warn("Instance method `debug.destroy()` is deprecated and no longer does anything. It will be removed in the next major version of `debug`."))}})();hi.colors=["#0000CC","#0000FF","#0033CC","#0033FF","#0066CC","#0066FF","#0099CC","#0099FF","#00CC00","#00CC33","#00CC66","#00CC99","#00CCCC","#00CCFF","#3300CC","#3300FF","#3333CC","#3333FF","#3366CC","#3366FF","#3399CC","#3399FF","#33CC00","#33CC33","#33CC66","#33CC99","#33CCCC","#33CCFF","#6600CC","#6600FF","#6633CC","#6633FF","#66CC00","#66CC33","#9900CC","#9900FF","#9933CC","#9933FF","#99CC00","#99CC33","#CC0000","#CC0033","#CC0066","#CC0099","#CC00CC","#CC00FF","#CC3300","#CC3333","#CC3366","#CC3399","#CC33CC","#CC33FF","#CC6600","#CC6633","#CC9900","#CC9933","#CCCC00","#CCCC33","#FF0000","#FF0033","#FF0066","#FF0099","#FF00CC","#FF00FF","#FF3300","#FF3333","#FF3366","#FF3399","#FF33CC","#FF33FF","#FF6600","#FF6633","#FF9900","#FF9933","#FFCC00","#FFCC33"];function Mx(){if(typeof window<"u"&&window.process&&(window.process.type==="renderer"||window.process.__nwjs))return!0;if(typeof navigator<"u"&&navigator.userAgent&&navigator.userAgent.toLowerCase().match(/(edge|trident)\/(\d+)/))return!1;let i;return typeof document<"u"&&document.documentElement&&document.documentElement.style&&document.documentElement.style.WebkitAppearance||typeof window<"u"&&window.console&&(window.console.firebug||window.console.exception&&window.console.table)||typeof navigator<"u"&&navigator.userAgent&&(i=navigator.userAgent.toLowerCase().match(/firefox\/(\d+)/))&&parseInt(i[1],10)>=31||typeof navigator<"u"&&navigator.userAgent&&navigator.userAgent.toLowerCase().match(/applewebkit\/(\d+)/)}function wx(i){if(i[0]=(this.useColors?"%c":"")+this.namespace+(this.useColors?" %c":" ")+i[0]+(this.useColors?"%c ":" ")+"+"+fc.exports.humanize(this.diff),!this.useColors)return;let e="color: "+this.color;i.splice(1,0,e,"color: inherit");let t=0,n=0;i[0].replace(/%[a-zA-Z%]/g,s=>{s!=="%%"&&(t++,s==="%c"&&(n=t))}),i.splice(n,0,e)}hi.log=console.debug||console.log||(()=>{});function Ex(i){try{i?hi.storage.setItem("debug",i):hi.storage.removeItem("debug")}catch{}}function Tx(){let i;try{i=hi.storage.getItem("debug")||hi.storage.getItem("DEBUG")}catch{}return!i&&typeof process<"u"&&"env"in process&&(i=process.env.DEBUG),i}function Ax(){try{return localStorage}catch{}}fc.exports=mm()(hi);var{formatters:Cx}=fc.exports;Cx.j=function(i){try{return JSON.stringify(i)}catch(e){return"[UnexpectedJSONParseError]: "+e.message}}});function oe(i,e={},...t){let n=document.createElement(i);for(let[s,r]of Object.entries(e))typeof r=="function"?n.addEventListener(s.slice(2),r):r!==void 0&&r!==!1&&n.setAttribute(s,r===!0?"":String(r));return n.append(...t.filter(s=>s instanceof Node||typeof s=="string")),n}function It(i,e,t){return oe("button",{type:"button",title:e,"aria-label":e,onclick:t},i)}function uo(i,e,t){let n=i.value,s=t===void 0?e:["",...e],r=[...i.options].map(o=>o.value);r.length===s.length&&r.every((o,a)=>o===s[a])||(i.replaceChildren(...s.map(o=>oe("option",{value:o},o||t||""))),i.value=s.includes(n)?n:s[0]??"")}function ic(i,e,t){let n=URL.createObjectURL(new Blob([e],{type:t}));oe("a",{href:n,download:i}).click(),setTimeout(()=>URL.revokeObjectURL(n),1e3)}function cs(i,e){let t=setInterval(e,i);return()=>clearInterval(t)}var jp="sim-monitor-layout",fo=.1,Er=(i,e={})=>({panel:i,settings:e}),lx=i=>"parts"in i;function of(){return{direction:"row",share:.62,parts:[{direction:"column",share:.7,parts:[Er("view"),Er("plot")]},{direction:"column",share:.5,parts:[Er("topics"),Er("log")]}]}}function Ca(i,e){if(typeof i!="object"||i===null)throw new Error("a layout is an object");if("parts"in i){if(!["row","column"].includes(i.direction))throw new Error("a split's direction is row or column");if(!(i.share>=fo&&i.share<=1-fo))throw new Error(`a split's share lies between ${fo} and ${1-fo}`);if(!Array.isArray(i.parts)||i.parts.length!==2)throw new Error("a split has two parts");return{direction:i.direction,share:i.share,parts:[Ca(i.parts[0],e),Ca(i.parts[1],e)]}}if(!(i.panel in e))throw new Error(`a panel is one of ${Object.keys(e).join(", ")}, not ${i.panel}`);return Er(i.panel,typeof i.settings=="object"&&i.settings!==null?i.settings:{})}var sc=class{constructor(e,t,n){this.element=e;this.connection=t;this.kinds=n;this.#e=this.#r(),this.#i()}element;connection;kinds;#e;#n=[];get layout(){return this.#e}set layout(e){this.#e=e,this.#i()}focus(e){this.element.querySelectorAll(".tile")[e]?.focus()}#r(){try{return Ca(JSON.parse(localStorage.getItem(jp)??""),this.kinds)}catch{return of()}}#s(){localStorage.setItem(jp,JSON.stringify(this.#e))}#i(){for(let e of this.#n)e.close();this.#n=[],this.element.replaceChildren(this.#t(this.#e,e=>this.layout=e,void 0)),this.#s()}#t(e,t,n){return lx(e)?this.#o(e,t):this.#a(e,t,n)}#o(e,t){let n=e.parts.map((a,c)=>this.#t(a,l=>{e.parts[c]=l,this.#i()},()=>t(e.parts[1-c]))),s=oe("div",{class:"splitter",role:"separator",tabindex:0,"aria-label":"drag or use arrow keys to resize","aria-orientation":e.direction==="row"?"vertical":"horizontal"}),r=oe("div",{class:`split ${e.direction}`},n[0],s,n[1]),o=a=>{e.share=Math.min(1-fo,Math.max(fo,a)),n[0].style.flex=`${e.share} 1 0`,n[1].style.flex=`${1-e.share} 1 0`};return o(e.share),s.onpointerdown=a=>{s.setPointerCapture(a.pointerId),s.onpointermove=c=>{let l=r.getBoundingClientRect();o(e.direction==="row"?(c.clientX-l.left)/l.width:(c.clientY-l.top)/l.height)},s.onpointerup=()=>{s.onpointermove=null,this.#s()}},s.onkeydown=a=>{let c={ArrowLeft:-.02,ArrowUp:-.02,ArrowRight:.02,ArrowDown:.02}[a.key];c!==void 0&&(a.preventDefault(),o(e.share+c),this.#s())},r}#a(e,t,n){let s=this.kinds[e.panel],r=s.make(this.connection,e.settings,()=>this.#s());this.#n.push(r);let o=oe("select",{"aria-label":"panel",onchange:()=>t(Er(o.value))});o.append(...Object.entries(this.kinds).map(([c,l])=>oe("option",{value:c,selected:c===e.panel},l.title)));let a=c=>t({direction:c,share:.5,parts:[e,Er(e.panel==="topics"?"plot":"topics")]});return oe("section",{class:"tile",tabindex:-1,"aria-label":s.title,"data-panel":e.panel},oe("div",{class:"tile-head"},o,oe("span",{class:"grow"}),It("\u2B0C","add a panel to the right",()=>a("row")),It("\u2B0D","add a panel below",()=>a("column")),n&&It("\u2715","close this panel",n)),r.element)}};var cx=["auto","light","dark"],Jp="sim-monitor-theme";function Kp(i,e,t,n){let s=oe("output",{class:"clock",title:"simulated time","aria-label":"simulated time"},"\u2013"),r=oe("output",{class:"note",title:"simulated s in a s"}),o=oe("span",{class:"state",role:"status"}),a=oe("input",{type:"number",min:1,step:1,value:1,title:"physics steps of one 'step'","aria-label":"physics steps"}),c=async(b,x={})=>{try{let T=await e.call(b,x);if(T.success===!1)throw new Error(T.status_message);h("")}catch(T){h(T.message)}},l=oe("span",{class:"error",role:"alert"}),h=b=>{l.textContent=l.title=b},f=[It("pause","pause the simulation (p)",()=>{c("/gazebo/pause_physics")}),It("run","let the simulation go on (r)",()=>{c("/gazebo/unpause_physics")}),It("step","so many physics steps while it is paused (s)",()=>{c("/gazebo/step_world",{steps:Number(a.value)})}),a,It("reset","traffic and simulator back to their beginning",()=>{u()})],u=()=>c(["/traffic_bridge/reset","/gazebo/reset_simulation"].find(b=>e.services.has(b))??"/gazebo/reset_simulation"),d=()=>{o.textContent={open:"\u25CF connected",connecting:"\u25CB connecting",closed:"\u25CB connection lost, trying again"}[e.state],o.className=`state ${e.state}`;for(let b of f)b.disabled=e.state!=="open"||!e.canWrite};e.on("state",d),e.on("services",d),e.on("time",()=>s.textContent=e.time===void 0?"\u2013":`${e.time.toFixed(2)} s`);let p={at:performance.now(),time:0};cs(1e3,()=>{let b=performance.now(),x=e.time??0,T=(x-p.time)/((b-p.at)/1e3);r.textContent=p.time&&T>=0?`x ${T.toFixed(2)}`:"",p={at:b,time:x}});let y=oe("input",{type:"file",accept:".json",hidden:!0,onchange:()=>{m()}}),m=async()=>{let b=y.files?.[0];if(b){try{t.layout=Ca(JSON.parse(await b.text()),n),h("")}catch(x){h(`${b.name}: ${x.message}`)}y.value=""}},g=oe("select",{"aria-label":"colours",title:"colours"},...cx.map(b=>oe("option",{value:b},b))),_=()=>{document.documentElement.dataset.theme=g.value,localStorage.setItem(Jp,g.value),document.dispatchEvent(new Event("theme"))};g.value=localStorage.getItem(Jp)??"auto",g.onchange=_,_(),i.append(oe("b",{},"sim monitor"),s,r,...f,l,oe("span",{class:"grow"}),o,It("save layout","save the panels to a file",()=>ic("layout.json",JSON.stringify(t.layout,null,2),"application/json")),It("open layout","open panels from a file",()=>y.click()),y,It("standard","the panels of the beginning",()=>t.layout=of()),g),d(),document.addEventListener("keydown",b=>{let x=b.target;if(b.ctrlKey||b.metaKey||b.altKey||["INPUT","SELECT","TEXTAREA"].includes(x.tagName))return;let T={p:0,r:1,s:2}[b.key];T!==void 0?f[T].click():/^[1-9]$/.test(b.key)&&t.focus(Number(b.key)-1)})}function Qp(i,e){let t=()=>{let n=[...e.statuses.entries()].map(([s,r])=>{let o=oe("div",{class:["info","warning","error"][r.level]??"error"},r.message);return s||o.append(" ",It("\u2715","dismiss",()=>{e.statuses.delete(s),t()})),o});i.replaceChildren(...n)};e.on("status",t)}var Na=nc(af(),1);var tm=new TextDecoder;function Ra(i){if(i.length>=50)return tm.decode(i);for(let e=0;e<i.length;e++)if(i[e]&128)return tm.decode(i);return String.fromCharCode.apply(null,i)}function hs(i,e){return i==null&&console.warn("bigint arrays are not supported in this environment"),(t,n,s)=>{if(i==null)throw new Error("bigint arrays are not supported in this environment");let r=n,o=t.byteOffset+r,a=i.BYTES_PER_ELEMENT*s,c=t.byteLength-n;if(a<0||a>c)throw new RangeError(`Array(${e}) deserialization error: size ${a}, maxSize ${c}`);if(o%i.BYTES_PER_ELEMENT===0)return new i(t.buffer,o,s);if(s<10){let h=new i(s);for(let f=0;f<s;++f)h[f]=t[e](r,!0),r+=i.BYTES_PER_ELEMENT;return h}let l=new Uint8Array(a);return l.set(new Uint8Array(t.buffer,o,a)),new i(l.buffer,l.byteOffset,s)}}var rc={bool:(i,e)=>i.getUint8(e)!==0,int8:(i,e)=>i.getInt8(e),uint8:(i,e)=>i.getUint8(e),int16:(i,e)=>i.getInt16(e,!0),uint16:(i,e)=>i.getUint16(e,!0),int32:(i,e)=>i.getInt32(e,!0),uint32:(i,e)=>i.getUint32(e,!0),int64:(i,e)=>i.getBigInt64(e,!0),uint64:(i,e)=>i.getBigUint64(e,!0),float32:(i,e)=>i.getFloat32(e,!0),float64:(i,e)=>i.getFloat64(e,!0),time:(i,e)=>{let t=i.getUint32(e,!0),n=i.getUint32(e+4,!0);return{sec:t,nsec:n}},duration:(i,e)=>{let t=i.getInt32(e,!0),n=i.getInt32(e+4,!0);return{sec:t,nsec:n}},string:(i,e)=>{let t=i.getUint32(e,!0),n=i.byteOffset+e+4,s=i.byteLength-e;if(t<0||t>s)throw new RangeError(`String deserialization error: length ${t}, maxLength ${s}`);let r=new Uint8Array(i.buffer,n,t);return Ra(r)},boolArray:(i,e,t)=>{let n=e,s=new Array(t);for(let r=0;r<t;++r)s[r]=rc.bool(i,n),n+=1;return s},int8Array:hs(Int8Array,"getInt8"),uint8Array:hs(Uint8Array,"getUint8"),int16Array:hs(Int16Array,"getInt16"),uint16Array:hs(Uint16Array,"getUint16"),int32Array:hs(Int32Array,"getInt32"),uint32Array:hs(Uint32Array,"getUint32"),int64Array:hs(typeof BigInt64Array=="function"?BigInt64Array:void 0,"getBigInt64"),uint64Array:hs(typeof BigUint64Array=="function"?BigUint64Array:void 0,"getBigUint64"),float32Array:hs(Float32Array,"getFloat32"),float64Array:hs(Float64Array,"getFloat64"),timeArray:(i,e,t)=>{let n=e,s=new Array(t),r=i.byteOffset+n;if(r%Int32Array.BYTES_PER_ELEMENT===0){let o=new Int32Array(i.buffer,r,t*2);for(let a=0,c=0;a<t;++a,c=c+2)s[a]={sec:o[c],nsec:o[c+1]}}else for(let o=0;o<t;++o)s[o]={sec:i.getInt32(n,!0),nsec:i.getInt32(n+4,!0)},n+=8;return s},durationArray:(i,e,t)=>rc.timeArray(i,e,t),fixedArray:(i,e,t,n,s)=>{let r=e,o=new Array(t);for(let a=0;a<t;++a)o[a]=n(i,r),r+=s(i,r);return o},dynamicArray:(i,e,t,n)=>{let s=i.getUint32(e,!0);return rc.fixedArray(i,e+4,s,t,n)}};function hx(){let i=new Uint8Array(4),e=new Uint32Array(i.buffer);return e[0]=1,i[3]===1}var ux=!hx();if(!ux)throw new Error("Only Little Endian architectures are supported");var oc=class{buffer;offset;view;constructor(e){this.buffer=e,this.offset=0,this.view=new DataView(e.buffer,e.byteOffset,e.byteLength)}json(){let e=this.string();try{return JSON.parse(e)}catch{return`Could not parse ${e}`}}string(){let e=this.uint32(),t=this.view.byteOffset+this.offset,n=this.view.byteLength-this.offset;if(e<0||e>n)throw new RangeError(`String deserialization error: length ${e}, maxLength ${n}`);let s=new Uint8Array(this.view.buffer,t,e);return this.offset+=e,Ra(s)}bool(){return this.uint8()!==0}int8(){return this.view.getInt8(this.offset++)}uint8(){return this.view.getUint8(this.offset++)}typedArray(e,t){let n=e??this.uint32(),s=this.view,r=this.offset+s.byteOffset;if(this.offset+=n*t.BYTES_PER_ELEMENT,r%t.BYTES_PER_ELEMENT===0)return new t(s.buffer,r,n);let o=t.BYTES_PER_ELEMENT*n,a=new Uint8Array(o);return a.set(new Uint8Array(s.buffer,r,o)),new t(a.buffer,a.byteOffset,n)}int16(){let e=this.view.getInt16(this.offset,!0);return this.offset+=2,e}uint16(){let e=this.view.getUint16(this.offset,!0);return this.offset+=2,e}int32(){let e=this.view.getInt32(this.offset,!0);return this.offset+=4,e}uint32(){let e=this.view.getUint32(this.offset,!0);return this.offset+=4,e}float32(){let e=this.view.getFloat32(this.offset,!0);return this.offset+=4,e}float64(){let e=this.view.getFloat64(this.offset,!0);return this.offset+=8,e}int64(){let e=this.offset;return this.offset+=8,this.view.getBigInt64(e,!0)}uint64(){let e=this.offset;return this.offset+=8,this.view.getBigUint64(e,!0)}time(){let e=this.offset;this.offset+=8;let t=this.view.getUint32(e,!0),n=this.view.getUint32(e+4,!0);return{sec:t,nsec:n}}duration(){let e=this.offset;this.offset+=8;let t=this.view.getInt32(e,!0),n=this.view.getInt32(e+4,!0);return{sec:t,nsec:n}}},im=(i,e="")=>{let t="",n=i.filter(s=>{let r=s.name??"";if(!e)return!r;let o=e.includes("/")?e:`/${e}`;return r.endsWith(o)?(t=r,!0):!1});if(n.length!==1)throw new Error(`Expected 1 top level type definition for '${e}' but found ${n.length}.`);return{...n[0],name:t}},ac=i=>i.replace(/\//g,"_");function fx(i){switch(i){case"int8":return"Int8Array";case"uint8":return"Uint8Array";case"int16":return"Int16Array";case"uint16":return"Uint16Array";case"int32":return"Int32Array";case"uint32":return"Uint32Array";case"int64":return"BigInt64Array";case"uint64":return"BigUint64Array";case"float32":return"Float32Array";case"float64":return"Float64Array";default:return}}var nm=({definitions:i,options:e={},topLevelReaderKey:t})=>{if(i.length===0)throw new Error("no types given");let n=i.filter(c=>!c.name);if(n.length>1)throw new Error("multiple unnamed types");let s=n.length>0?n[0]:i[0],r=i.filter(c=>!!c.name),o=c=>{let l=[];return c.definitions.forEach(h=>{if(h.isConstant!==!0)if(h.isArray===!0){let f=fx(h.type);if(f!=null){l.push(`this.${h.name} = reader.typedArray(${String(h.arrayLength)}, ${f});`);return}let u=`length_${h.name}`;l.push(`var ${u} = ${h.arrayLength??"reader.uint32();"}`);let d=`this.${h.name}`;if(l.push(`${d} = new Array(${u})`),l.push(`for (var i = 0; i < ${u}; i++) {`),h.isComplex===!0){let p=im(i,h.type);l.push(`  ${d}[i] = new Record.${ac(p.name)}(reader);`)}else l.push(`  ${d}[i] = reader.${h.type}();`);l.push("}")}else if(h.isComplex===!0){let f=im(i,h.type);l.push(`this.${h.name} = new Record.${ac(f.name)}(reader);`)}else l.push(`this.${h.name} = reader.${h.type}();`)}),e.freeze===!0&&l.push("Object.freeze(this);"),l.join(`
    `)},a=`
  const builtReaders = new Map();
  var Record = function (reader) {
    ${o(s)}
  };
  builtReaders.set(topLevelReaderKey, Record);
  `;for(let c of r)a+=`
  Record.${ac(c.name)} = function(reader) {
    ${o(c)}
  };
  builtReaders.set(${JSON.stringify(c.name)}, Record.${ac(c.name)});
  `;return a+="return builtReaders;",new Function("topLevelReaderKey",a)(t)},Pa=class{reader;constructor(e,t={}){this.reader=nm({definitions:e,options:t,topLevelReaderKey:"<toplevel>"}).get("<toplevel>")}readMessage(e){let t=new oc(e);return new this.reader(t)}};function sm(i){let e=0,t=i.length;for(let n=0;n<t;n++){let s=i.charCodeAt(n);if(s<=127)e+=1;else if(s<=2047)e+=2;else if(55296<=s&&s<=56319){let r=i.charCodeAt(n+1);56320<=r&&r<=57343?(e+=4,n++):e+=3}else e+=3}return e}function rm(i,e,t){e.setUint32(t,i.sec,!0),e.setUint32(t+4,i.nsec,!0)}var cc=class{offset=0;_incrementAndReturn(e){let t=this.offset;return this.offset+=e,t}json(e){return this.string(JSON.stringify(e))}string(e){if(typeof e!="string")throw new Error(`Expected string but got ${typeof e}`);let t=4+sm(e);return this._incrementAndReturn(t)}bool(){return this.uint8()}int8(){return this._incrementAndReturn(1)}uint8(){return this._incrementAndReturn(1)}int16(){return this._incrementAndReturn(2)}uint16(){return this._incrementAndReturn(2)}int32(){return this._incrementAndReturn(4)}uint32(){return this._incrementAndReturn(4)}float32(){return this._incrementAndReturn(4)}float64(){return this._incrementAndReturn(8)}int64(){return this._incrementAndReturn(8)}uint64(){return this._incrementAndReturn(8)}time(){return this._incrementAndReturn(8)}duration(){return this._incrementAndReturn(8)}},lf=class{data;view;textEncoder;offsetCalculator;constructor(e){this.data=e,this.view=new DataView(e.buffer,e.byteOffset,e.byteLength),this.offsetCalculator=new cc}json(e){this.string(JSON.stringify(e))}string(e){this.textEncoder??=new TextEncoder;let t=this.offsetCalculator.string(e),n=this.offsetCalculator.offset-t-4;this.view.setUint32(t,n,!0);let{read:s,written:r}=this.textEncoder.encodeInto(e,this.data.subarray(t+4));if(s!==e.length)throw new Error(`Not enough space to encode string into subarray (wrote ${s} of ${e.length} code units into ${r} of ${this.data.subarray(t+4).length} bytes)`)}bool(e){this.uint8(e?1:0)}int8(e){this.view.setInt8(this.offsetCalculator.int8(),e)}uint8(e){this.view.setUint8(this.offsetCalculator.uint8(),e)}int16(e){this.view.setInt16(this.offsetCalculator.int16(),e,!0)}uint16(e){this.view.setUint16(this.offsetCalculator.uint16(),e,!0)}int32(e){this.view.setInt32(this.offsetCalculator.int32(),e,!0)}uint32(e){this.view.setUint32(this.offsetCalculator.uint32(),e,!0)}float32(e){this.view.setFloat32(this.offsetCalculator.float32(),e,!0)}float64(e){this.view.setFloat64(this.offsetCalculator.float64(),e,!0)}int64(e){this.view.setBigInt64(this.offsetCalculator.int64(),BigInt(e),!0)}uint64(e){this.view.setBigUint64(this.offsetCalculator.uint64(),BigInt(e),!0)}time(e){rm(e,this.view,this.offsetCalculator.time())}duration(e){rm(e,this.view,this.offsetCalculator.time())}},om=(i,e="")=>{let t="",n=i.filter(s=>{let r=s.name??"";if(e.length===0)return r.length===0;let o=e.includes("/")?e:`/${e}`;return r.endsWith(o)?(t=r,!0):!1});if(n.length!==1)throw new Error(`Expected 1 top level type definition for '${e}' but found ${n.length}.`);return{...n[0],name:t}},lc=i=>i.replace(/\//g,"_");function dx(types){if(types.length===0)throw new Error("no types given");let unnamedTypes=types.filter(i=>i.name==null);if(unnamedTypes.length>1)throw new Error("multiple unnamed types");let unnamedType=unnamedTypes.length>0?unnamedTypes[0]:types[0],namedTypes=types.filter(i=>i.name!=null),constructorBody=(i,e)=>{let t=[];return i.definitions.forEach(n=>{if(n.isConstant??!1)return;let s=`message["${n.name}"]`;if(n.isArray??!1){let r=`length_${n.name}`;if(n.arrayLength!=null?t.push(`var ${r} = ${n.arrayLength};`):(t.push(`var ${r} = ${s}.length;`),t.push(`${e}.uint32(${r});`)),t.push(`for (var i = 0; i < ${r}; i++) {`),n.isComplex??!1){let o=om(types,n.type);t.push(`  ${lc(o.name)}(${e}, ${s}[i]);`)}else t.push(`  ${e}.${n.type}(${s}[i]);`);t.push("}")}else if(n.isComplex??!1){let r=om(types,n.type);t.push(`${lc(r.name)}(${e}, ${s});`)}else t.push(`${e}.${n.type}(${s});`)}),t.join(`
    `)},writerJs="",calculateSizeJs="";namedTypes.forEach(i=>{writerJs+=`
  function ${lc(i.name)}(writer, message) {
    ${constructorBody(i,"writer")}
  };
`,calculateSizeJs+=`
  function ${lc(i.name)}(offsetCalculator, message) {
    ${constructorBody(i,"offsetCalculator")}
  };
`}),writerJs+=`
  return function write(writer, message) {
    ${constructorBody(unnamedType,"writer")}
    return writer.data;
  };`,calculateSizeJs+=`
  return function calculateSize(offsetCalculator, message) {
    ${constructorBody(unnamedType,"offsetCalculator")}
    return offsetCalculator.offset;
  };`;let write,calculateSize;try{write=eval(`(function buildWriter() { ${writerJs} })()`)}catch(i){throw console.error("error building writer:",writerJs),i}try{calculateSize=eval(`(function buildSizeCalculator() { ${calculateSizeJs} })()`)}catch(i){throw console.error("error building size calculator:",calculateSizeJs),i}return{writer(i,e){let t=new lf(e);return write(t,i)},byteSizeCalculator(i){let e=new cc;return calculateSize(e,i)}}}var Ia=class{writer;byteSizeCalculator;constructor(e){let{writer:t,byteSizeCalculator:n}=dx(e);this.writer=t,this.byteSizeCalculator=n}calculateByteSize(e){return this.byteSizeCalculator(e)}writeMessage(e,t){return this.writer(e,t??new Uint8Array(this.calculateByteSize(e)))}};var cm=nc(lm(),1);var hf=cm.default;var xi;(function(i){i[i.MESSAGE_DATA=1]="MESSAGE_DATA",i[i.TIME=2]="TIME",i[i.SERVICE_CALL_RESPONSE=3]="SERVICE_CALL_RESPONSE",i[i.FETCH_ASSET_RESPONSE=4]="FETCH_ASSET_RESPONSE"})(xi||(xi={}));var Ns;(function(i){i[i.MESSAGE_DATA=1]="MESSAGE_DATA",i[i.SERVICE_CALL_REQUEST=2]="SERVICE_CALL_REQUEST"})(Ns||(Ns={}));var uf;(function(i){i[i.INFO=0]="INFO",i[i.WARNING=1]="WARNING",i[i.ERROR=2]="ERROR"})(uf||(uf={}));var ci;(function(i){i.clientPublish="clientPublish",i.time="time",i.parameters="parameters",i.parametersSubscribe="parametersSubscribe",i.services="services",i.connectionGraph="connectionGraph",i.assets="assets"})(ci||(ci={}));var po;(function(i){i[i.SUCCESS=0]="SUCCESS",i[i.ERROR=1]="ERROR"})(po||(po={}));var hm=new TextDecoder;function um(i){let e=i instanceof ArrayBuffer?new DataView(i):i instanceof DataView?i:new DataView(i.buffer,i.byteOffset,i.byteLength),t=0,n=e.getUint8(t);switch(t+=1,n){case xi.MESSAGE_DATA:{let s=e.getUint32(t,!0);t+=4;let r=e.getBigUint64(t,!0);t+=8;let o=new DataView(e.buffer,e.byteOffset+t,e.byteLength-t);return{op:n,subscriptionId:s,timestamp:r,data:o}}case xi.TIME:{let s=e.getBigUint64(t,!0);return{op:n,timestamp:s}}case xi.SERVICE_CALL_RESPONSE:{let s=e.getUint32(t,!0);t+=4;let r=e.getUint32(t,!0);t+=4;let o=e.getUint32(t,!0);t+=4;let a=new DataView(e.buffer,e.byteOffset+t,o),c=hm.decode(a);t+=o;let l=new Uint8Array(e.buffer,e.byteOffset+t,e.byteLength-t);return{op:n,serviceId:s,callId:r,encoding:c,data:l}}case xi.FETCH_ASSET_RESPONSE:{let s=e.getUint32(t,!0);t+=4;let r=e.getUint8(t);t+=1;let o=e.getUint32(t,!0);t+=4;let a=hm.decode(new DataView(e.buffer,e.byteOffset+t,o));switch(t+=o,r){case po.SUCCESS:{let c=new DataView(e.buffer,e.byteOffset+t,e.byteLength-t);return{op:n,requestId:s,status:r,data:c}}case po.ERROR:return{op:n,requestId:s,status:r,error:a};default:throw new Error(`Unrecognized fetch asset status: ${r}`)}}}throw new Error(`Unrecognized server opcode in binary message: ${n.toString(16)}`)}var gx=new TextEncoder,Tr=class{static SUPPORTED_SUBPROTOCOL="foxglove.websocket.v1";#e=new hf;#n;#r=0;#s=0;constructor({ws:e}){this.#n=e,this.#i()}on(e,t){this.#e.on(e,t)}off(e,t){this.#e.off(e,t)}#i(){this.#n.binaryType="arraybuffer",this.#n.onerror=e=>{this.#e.emit("error",e.error??new Error("WebSocket error"))},this.#n.onopen=e=>{this.#e.emit("open")},this.#n.onmessage=e=>{let t;try{e.data instanceof ArrayBuffer||ArrayBuffer.isView(e.data)?t=um(e.data):t=JSON.parse(e.data)}catch(n){this.#e.emit("error",n);return}switch(t.op){case"serverInfo":this.#e.emit("serverInfo",t);return;case"status":this.#e.emit("status",t);return;case"removeStatus":this.#e.emit("removeStatus",t);return;case"advertise":this.#e.emit("advertise",t.channels);return;case"unadvertise":this.#e.emit("unadvertise",t.channelIds);return;case"parameterValues":this.#e.emit("parameterValues",t);return;case"advertiseServices":this.#e.emit("advertiseServices",t.services);return;case"unadvertiseServices":this.#e.emit("unadvertiseServices",t.serviceIds);return;case"connectionGraphUpdate":this.#e.emit("connectionGraphUpdate",t);return;case"serviceCallFailure":this.#e.emit("serviceCallFailure",t);return;case xi.MESSAGE_DATA:this.#e.emit("message",t);return;case xi.TIME:this.#e.emit("time",t);return;case xi.SERVICE_CALL_RESPONSE:this.#e.emit("serviceCallResponse",t);return;case xi.FETCH_ASSET_RESPONSE:this.#e.emit("fetchAssetResponse",t);return}this.#e.emit("error",new Error(`Unrecognized server opcode: ${t.op}`))},this.#n.onclose=e=>{this.#e.emit("close",e)}}close(){this.#n.close()}subscribe(e){let t=this.#r++,n=[{id:t,channelId:e}];return this.#t({op:"subscribe",subscriptions:n}),t}unsubscribe(e){this.#t({op:"unsubscribe",subscriptionIds:[e]})}advertise(e){let t=++this.#s,n=[{id:t,...e}];return this.#t({op:"advertise",channels:n}),t}unadvertise(e){this.#t({op:"unadvertise",channelIds:[e]})}getParameters(e,t){this.#t({op:"getParameters",parameterNames:e,id:t})}setParameters(e,t){this.#t({op:"setParameters",parameters:e,id:t})}subscribeParameterUpdates(e){this.#t({op:"subscribeParameterUpdates",parameterNames:e})}unsubscribeParameterUpdates(e){this.#t({op:"unsubscribeParameterUpdates",parameterNames:e})}sendMessage(e,t){let n=new Uint8Array(5+t.byteLength),s=new DataView(n.buffer,n.byteOffset,n.byteLength);s.setUint8(0,Ns.MESSAGE_DATA),s.setUint32(1,e,!0),n.set(t,5),this.#n.send(n)}sendServiceCallRequest(e){let t=gx.encode(e.encoding),n=new Uint8Array(13+t.length+e.data.byteLength),s=new DataView(n.buffer,n.byteOffset,n.byteLength),r=0;s.setUint8(r,Ns.SERVICE_CALL_REQUEST),r+=1,s.setUint32(r,e.serviceId,!0),r+=4,s.setUint32(r,e.callId,!0),r+=4,s.setUint32(r,e.encoding.length,!0),r+=4,n.set(t,r),r+=t.length;let o=new Uint8Array(e.data.buffer,e.data.byteOffset,e.data.byteLength);n.set(o,r),this.#n.send(n)}subscribeConnectionGraph(){this.#t({op:"subscribeConnectionGraph"})}unsubscribeConnectionGraph(){this.#t({op:"unsubscribeConnectionGraph"})}fetchAsset(e,t){this.#t({op:"fetchAsset",uri:e,requestId:t})}sendCallServiceRequest(e){this.sendServiceCallRequest(e)}#t(e){this.#n.send(JSON.stringify(e))}};var ym=nc(gm());var wC=(0,ym.default)("foxglove:server"),EC=new TextEncoder,TC={subscribe:void 0,unsubscribe:void 0,advertise:ci.clientPublish,unadvertise:ci.clientPublish,[Ns.MESSAGE_DATA]:ci.clientPublish,getParameters:ci.parameters,setParameters:ci.parameters,subscribeParameterUpdates:ci.parametersSubscribe,unsubscribeParameterUpdates:ci.parametersSubscribe,[Ns.SERVICE_CALL_REQUEST]:ci.services,subscribeConnectionGraph:ci.connectionGraph,unsubscribeConnectionGraph:ci.connectionGraph,fetchAsset:ci.assets};var Rx=1e3,_m=i=>Number(i)/1e9,dc=class extends EventTarget{state="connecting";time;canWrite=!1;messages=0;channels=new Map;services=new Map;statuses=new Map;graph={publishers:new Map,subscribers:new Map,providers:new Map};#e;#n;#r="";#s;#i=new Map;#t=new Map;#o=new Map;#a=new Map;#c=new Map;#h=new Map;#f=new Map;#d=1;constructor(e){super(),this.#s=e,this.#m()}on(e,t){return this.addEventListener(e,t),()=>this.removeEventListener(e,t)}subscribe(e,t,n=0){let s=this.#i.get(e)??{listeners:new Map,count:0,bytes:0};return this.#i.set(e,s),s.subscription!==void 0&&this.#_(s),s.listeners.set(t,n),this.#y(e,s),()=>{if(s.listeners.delete(t),s.listeners.size>0)return this.#x(s);this.#_(s),this.#i.delete(e)}}received(e){return this.#i.get(e)}topicsOf(...e){return[...this.channels.values()].filter(t=>e.includes(t.schemaName)).map(t=>t.topic).sort()}async call(e,t){let n=this.services.get(e);if(!n)throw new Error(`there is no service ${e}`);let s=new Ia((0,Na.parse)(n.request?.schema??"")).writeMessage(t),r=this.#d++,o=await new Promise((a,c)=>{this.#o.set(r,{resolve:a,reject:c}),this.#e.sendServiceCallRequest({serviceId:n.id,callId:r,encoding:"ros1",data:s})});return new Pa((0,Na.parse)(n.response?.schema??"")).readMessage(o)}publish(e,t,n,s){let r=this.#f.get(e);r||(r={id:this.#e.advertise({topic:e,encoding:"ros1",schemaName:t}),writer:new Ia((0,Na.parse)(n))},this.#f.set(e,r)),this.#e.sendMessage(r.id,r.writer.writeMessage(s))}parameters(e=[]){return this.#p(t=>this.#e.getParameters(e,t))}setParameter(e){return this.#p(t=>this.#e.setParameters([e],t))}asset(e){let t=this.#a.get(e);return t||(t=new Promise((n,s)=>{let r=this.#d++;this.#c.set(r,{resolve:n,reject:s}),this.#e.fetchAsset(e,r)}),t.catch(()=>this.#a.delete(e)),this.#a.set(e,t)),t}#p(e){return new Promise((t,n)=>{let s=String(this.#d++);this.#h.set(s,{resolve:t,reject:n}),e(s)})}#l(e){this.dispatchEvent(new Event(e))}#m(){this.#n=new WebSocket(this.#s,[Tr.SUPPORTED_SUBPROTOCOL]);let e=new Tr({ws:this.#n});this.#e=e,e.on("open",()=>this.#g("open")),e.on("close",()=>this.#b()),e.on("error",()=>{}),e.on("serverInfo",t=>{this.canWrite=t.capabilities.includes("services"),this.#r&&t.sessionId!==this.#r&&location.reload(),this.#r=t.sessionId??"",e.subscribeConnectionGraph()}),e.on("status",t=>this.#v(t)),e.on("removeStatus",t=>{for(let n of t.statusIds)this.statuses.delete(n);this.#l("status")}),e.on("advertise",t=>{for(let n of t){this.channels.set(n.topic,n);let s=this.#i.get(n.topic);s&&this.#y(n.topic,s)}this.#l("topics")}),e.on("unadvertise",t=>{for(let[n,s]of[...this.channels]){if(!t.includes(s.id))continue;this.channels.delete(n);let r=this.#i.get(n);r?.subscription!==void 0&&this.#t.delete(r.subscription),r&&(r.subscription=void 0)}this.#l("topics")}),e.on("advertiseServices",t=>{for(let n of t)this.services.set(n.name,n);this.#l("services")}),e.on("unadvertiseServices",t=>{for(let[n,s]of[...this.services])t.includes(s.id)&&this.services.delete(n);this.#l("services")}),e.on("message",t=>this.#S(t.subscriptionId,t.timestamp,t.data)),e.on("time",t=>{let n=_m(t.timestamp),s=this.time!==void 0&&n<this.time-.5;this.time=n,this.#l(s?"reset":"time")}),e.on("serviceCallResponse",t=>this.#u(this.#o,t.callId,n=>n.resolve(xm(t.data)))),e.on("serviceCallFailure",t=>this.#u(this.#o,t.callId,n=>n.reject(new Error(t.message)))),e.on("fetchAssetResponse",t=>this.#u(this.#c,t.requestId,n=>t.status===0?n.resolve(xm(t.data)):n.reject(new Error(t.error)))),e.on("parameterValues",t=>{t.id!==void 0&&this.#u(this.#h,t.id,n=>n.resolve(t.parameters))}),e.on("connectionGraphUpdate",t=>{for(let n of t.publishedTopics)this.graph.publishers.set(n.name,n.publisherIds);for(let n of t.subscribedTopics)this.graph.subscribers.set(n.name,n.subscriberIds);for(let n of t.advertisedServices)this.graph.providers.set(n.name,n.providerIds);for(let n of t.removedTopics)this.graph.publishers.delete(n),this.graph.subscribers.delete(n);for(let n of t.removedServices)this.graph.providers.delete(n);this.#l("graph")})}#g(e){this.state=e,this.#l("state")}#v(e){this.statuses.set(e.id??"",e),this.#l("status")}#b(){let e=new Error("the connection to the monitor was lost");for(let t of[this.#o,this.#c,this.#h]){for(let n of t.values())n.reject(e);t.clear()}for(let t of this.#i.values())t.subscription=void 0;for(let t of[this.channels,this.services,this.statuses,this.#t,this.#f,...Object.values(this.graph)])t.clear();this.#g("closed");for(let t of["topics","services","status","graph"])this.#l(t);setTimeout(()=>this.#m(),Rx)}#u(e,t,n){let s=e.get(t);e.delete(t),s&&n(s)}#y(e,t){let n=this.channels.get(e);!n||this.state!=="open"||(t.reader=new Pa((0,Na.parse)(n.schema)),t.subscription=this.#e.subscribe(n.id),this.#t.set(t.subscription,e),this.#x(t))}#_(e){e.subscription===void 0||this.state!=="open"||(this.#e.unsubscribe(e.subscription),this.#t.delete(e.subscription),e.subscription=void 0)}#x(e){let t=[...e.listeners.values()],n=t.includes(0)?0:Math.max(...t);e.subscription!==void 0&&this.#n.send(JSON.stringify({op:"limitRate",subscriptionId:e.subscription,rate:n}))}#S(e,t,n){let s=this.#t.get(e),r=s===void 0?void 0:this.#i.get(s);if(!r?.reader)return;r.count+=1,r.bytes+=n.byteLength,this.messages+=1;let o=r.reader.readMessage(n);for(let a of r.listeners.keys())a(o,_m(t),n.byteLength)}};function xm(i){return new Uint8Array(i.buffer,i.byteOffset,i.byteLength)}var ff=["ok","warning","error","stale"],Px=5e3;function vm(i,e,t){let n=oe("select",{"aria-label":"least level"},...ff.map((h,f)=>oe("option",{value:f,selected:f===(e.level??0)},h))),s=oe("div",{class:"scroll"}),r=new Map,o=new Set,a=()=>{let h=performance.now(),f=[...r.values()].map(({status:u,at:d})=>({status:u,level:h-d>Px?3:u.level})).filter(u=>u.level>=Number(n.value)).sort((u,d)=>d.level-u.level||(u.status.name<d.status.name?-1:1));s.replaceChildren(...f.map(({status:u,level:d})=>{let p=oe("details",{class:ff[d]??"error",open:o.has(u.name)},oe("summary",{},oe("b",{},`${ff[d]??d} `),`${u.name}: ${u.message}`),oe("table",{},...u.values.map(y=>oe("tr",{},oe("td",{},y.key),oe("td",{},y.value)))));return p.ontoggle=()=>p.open?o.add(u.name):o.delete(u.name),p})),f.length===0&&(s.textContent="nothing of this level has been reported")};n.onchange=()=>{e.level=Number(n.value),t(),a()};let c=i.subscribe("/diagnostics",h=>{for(let f of h.status)r.set(f.name,{status:f,at:performance.now()})}),l=cs(1e3,a);return a(),{element:oe("div",{class:"panel"},oe("div",{class:"tools"},n),s),close(){c(),l()}}}var bm=[[1,"debug"],[2,"info"],[4,"warning"],[8,"error"],[16,"fatal"]],Sm=1e3;function Mm(i,e,t){let n=oe("select",{"aria-label":"least level"},...bm.map(([d,p])=>oe("option",{value:d,selected:d===(e.level??2)},p))),s=oe("input",{type:"search",placeholder:"filter by node or words","aria-label":"filter by node or words",value:e.filter??""}),r=oe("div",{class:"scroll log",role:"log"}),o=[],a=d=>d.level>=Number(n.value)&&`${d.name} ${d.msg}`.toLowerCase().includes(s.value.toLowerCase()),c=d=>{let p=bm.find(([m])=>m===d.level)?.[1]??String(d.level),y=(d.header.stamp.sec+d.header.stamp.nsec/1e9).toFixed(3);return oe("div",{class:`line ${p}`},oe("span",{class:"time"},y),oe("b",{},` ${p} `),oe("span",{class:"node"},`${d.name} `),d.msg)},l=()=>{r.replaceChildren(...o.filter(a).map(c)),r.scrollTop=r.scrollHeight},h=d=>{if(o.push(d),o.length>Sm&&o.shift(),!a(d))return;let p=r.scrollHeight-r.scrollTop-r.clientHeight<40;for(r.append(c(d));r.childElementCount>Sm;)r.firstElementChild.remove();p&&(r.scrollTop=r.scrollHeight)},f=()=>{e.level=Number(n.value),e.filter=s.value,t(),l()};n.onchange=s.oninput=f;let u=i.subscribe("/rosout",h);return{element:oe("div",{class:"panel"},oe("div",{class:"tools"},n,s,It("clear","forget these lines",()=>{o.length=0,l()})),r),close:u}}function wm(i,e,t){let n=oe("input",{type:"search",placeholder:"filter by node or topic","aria-label":"filter by node or topic",value:e.filter??""}),s=oe("div",{class:"scroll"}),r=new Set,o=()=>{let h=new Map,f=(m,g)=>{for(let[_,b]of m)for(let x of b)h.has(x)||h.set(x,{publishes:[],subscribes:[],offers:[]}),h.get(x)[g].push(_)},{publishers:u,subscribers:d,providers:p}=i.graph;f(u,"publishes"),f(d,"subscribes"),f(p,"offers");let y=([m,g])=>[m,...g.publishes,...g.subscribes].some(_=>_.includes(n.value));s.replaceChildren(...[...h].filter(y).sort().map(([m,g])=>c(m,g)))},a=(h,f)=>(h.get(f)??[]).join(", ")||"nobody",c=(h,f)=>{let u=oe("details",{open:r.has(h)},oe("summary",{},oe("b",{},h),` ${f.publishes.length} out, ${f.subscribes.length} in, ${f.offers.length} services`),oe("table",{},...f.publishes.sort().map(d=>oe("tr",{},oe("td",{},"\u2192"),oe("td",{},d),oe("td",{},a(i.graph.subscribers,d)))),...f.subscribes.sort().map(d=>oe("tr",{},oe("td",{},"\u2190"),oe("td",{},d),oe("td",{},a(i.graph.publishers,d))))));return u.ontoggle=()=>u.open?r.add(h):r.delete(h),u};n.oninput=()=>{e.filter=n.value,t(),o()};let l=i.on("graph",o);return o(),{element:oe("div",{class:"panel"},oe("div",{class:"tools"},n),s),close:l}}var Em=200;function Tm(i,e,t){let n=oe("input",{type:"search",placeholder:"filter parameters","aria-label":"filter parameters",value:e.filter??""}),s=oe("tbody"),r=oe("div",{class:"note",role:"status"}),o=[],a=()=>{s.replaceChildren(...o.filter(d=>d.name.includes(n.value)).map(c)),r.textContent=i.state==="open"?"":"not connected"},c=d=>{let p=JSON.stringify(d.value)??"",y=p.length>Em,m=oe("input",{type:"text",value:y?`${p.slice(0,Em)}\u2026`:p,"aria-label":d.name,readonly:y||!i.canWrite});return m.onchange=()=>{l(d,m.value)},oe("tr",{},oe("td",{},d.name),oe("td",{class:"wide"},m))},l=async(d,p)=>{try{let[y]=await i.setParameter({name:d.name,value:JSON.parse(p),type:d.type});d.value=y?.value,r.textContent=`${d.name} is set; most nodes read their parameters at their start alone`}catch(y){r.textContent=y instanceof SyntaxError?`${d.name}: '${p}' is no JSON; texts stand in double quotes`:y.message}},h=async()=>{try{o=(await i.parameters()).sort((d,p)=>d.name<p.name?-1:1)}catch{o=[]}a()};n.oninput=()=>{e.filter=n.value,t(),a()};let f=()=>{i.state==="open"&&h()},u=i.on("state",f);return f(),{element:oe("div",{class:"panel"},oe("div",{class:"tools"},n,It("refresh","read all again",()=>{h()})),oe("div",{class:"scroll"},oe("table",{},s)),r),close:u}}var Ix=["sensor_msgs/Image","sensor_msgs/CompressedImage"],Lx=10;function Am(i,e,t){let n=oe("select",{"aria-label":"pictures"}),s=oe("canvas"),r=oe("div",{class:"note"}),o,a=()=>{o?.(),r.textContent=n.value?"no picture yet":"choose a topic with pictures",n.value&&(o=i.subscribe(n.value,h=>{Nx(s,h).then(f=>r.textContent=f,f=>r.textContent=f.message)},Lx))},c=()=>{let h=i.topicsOf(...Ix);uo(n,e.topic&&!h.includes(e.topic)?[e.topic,...h]:h,"topic \u2026"),n.value||(n.value=e.topic??h[0]??"",a())};n.onchange=()=>{e.topic=n.value,t(),a()};let l=i.on("topics",c);return c(),n.value||a(),{element:oe("div",{class:"panel"},oe("div",{class:"tools"},n),oe("div",{class:"picture"},s),r),close(){l(),o?.()}}}async function Nx(i,e){let t=i.getContext("2d");if("format"in e){let a=await createImageBitmap(new Blob([e.data]));return i.width=a.width,i.height=a.height,t.drawImage(a,0,0),a.close(),`${i.width} x ${i.height}, ${e.format}`}let{width:n,height:s,encoding:r}=e,o=Dx(e);return i.width=n,i.height=s,t.putImageData(new ImageData(o,n,s),0,0),`${n} x ${s}, ${r}`}function Dx(i){let{width:e,height:t,step:n,encoding:s}=i,r=i.data,o=new Uint8ClampedArray(4*e*t).fill(255),c={rgb8:[0,1,2],bgr8:[2,1,0],rgba8:[0,1,2],bgra8:[2,1,0],"8UC3":[2,1,0],mono8:[0,0,0],"8UC1":[0,0,0]}[s];if(c){let y=s.includes("a8")?4:c[0]===c[2]?1:3;for(let m=0,g=0;m<t;m++)for(let _=0,b=m*n;_<e;_++,b+=y,g+=4)o[g]=r[b+c[0]],o[g+1]=r[b+c[1]],o[g+2]=r[b+c[2]];return o}let l={mono16:2,"16UC1":2,"32FC1":4}[s];if(!l)throw new Error(`pictures in ${s} cannot be shown`);let h=new DataView(r.buffer,r.byteOffset,r.byteLength),f=!i.is_bigendian,u=new Float32Array(e*t),d=1/0,p=-1/0;for(let y=0,m=0;y<t;y++)for(let g=0;g<e;g++,m++){let _=y*n+g*l,b=l===2?h.getUint16(_,f):h.getFloat32(_,f);u[m]=b,Number.isFinite(b)&&(d=Math.min(d,b),p=Math.max(p,b))}return u.forEach((y,m)=>{let g=Number.isFinite(y)&&p>d?255*(y-d)/(p-d):0;o[4*m]=o[4*m+1]=o[4*m+2]=g}),o}var Ux="uplot",Fx="u-hz",Ox="u-vt",Bx="u-title",kx="u-wrap",zx="u-under",Gx="u-over",Hx="u-axis",Pr="u-off",Vx="u-select",Wx="u-cursor-x",$x="u-cursor-y",Xx="u-cursor-pt",qx="u-legend",Yx="u-live",Zx="u-inline",jx="u-series",Jx="u-marker",Cm="u-label",Kx="u-value",Ua="width",Fa="height";var Rm="bottom",_o="left",df="right",Pf="#000",Pm=Pf+"0",pf="mousemove",Im="mousedown",mf="mouseup",Lm="mouseenter",Nm="mouseleave",Dm="dblclick",Qx="resize",ev="scroll",Um="change",_c="dppxchange",If="--",Eo=typeof window<"u",vf=Eo?document:null,vo=Eo?window:null,tv=Eo?navigator:null,At,pc;function bf(){let i=devicePixelRatio;At!=i&&(At=i,pc&&Mf(Um,pc,bf),pc=matchMedia(`(min-resolution: ${At-.001}dppx) and (max-resolution: ${At+.001}dppx)`),Ir(Um,pc,bf),vo.dispatchEvent(new CustomEvent(_c)))}function vi(i,e){if(e!=null){let t=i.classList;!t.contains(e)&&t.add(e)}}function Sf(i,e){let t=i.classList;t.contains(e)&&t.remove(e)}function jt(i,e,t){i.style[e]=t+"px"}function Vi(i,e,t,n){let s=vf.createElement(i);return e!=null&&vi(s,e),t?.insertBefore(s,n),s}function Pi(i,e){return Vi("div",i,e)}var Fm=new WeakMap;function us(i,e,t,n,s){let r="translate("+e+"px,"+t+"px)",o=Fm.get(i);r!=o&&(i.style.transform=r,Fm.set(i,r),e<0||t<0||e>n||t>s?vi(i,Pr):Sf(i,Pr))}var Om=new WeakMap;function Bm(i,e,t){let n=e+t,s=Om.get(i);n!=s&&(Om.set(i,n),i.style.background=e,i.style.borderColor=t)}var km=new WeakMap;function zm(i,e,t,n){let s=e+""+t,r=km.get(i);s!=r&&(km.set(i,s),i.style.height=t+"px",i.style.width=e+"px",i.style.marginLeft=n?-e/2+"px":0,i.style.marginTop=n?-t/2+"px":0)}var Lf={passive:!0},nv={...Lf,capture:!0};function Ir(i,e,t,n){e.addEventListener(i,t,n?nv:Lf)}function Mf(i,e,t,n){e.removeEventListener(i,t,Lf)}Eo&&bf();function Wi(i,e,t,n){let s;t=t||0,n=n||e.length-1;let r=n<=2147483647;for(;n-t>1;)s=r?t+n>>1:bi((t+n)/2),e[s]<i?t=s:n=s;return i-e[t]<=e[n]-i?t:n}function pg(i){return(t,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(t[a])){r=a;break}for(let a=s;a>=n;a--)if(i(t[a])){o=a;break}return[r,o]}}var mg=i=>i!=null,gg=i=>i!=null&&i>0,bc=pg(mg),iv=pg(gg);function sv(i,e,t,n=0,s=!1){let r=s?iv:bc,o=s?gg:mg;[e,t]=r(i,e,t);let a=i[e],c=i[e];if(e>-1)if(n==1)a=i[e],c=i[t];else if(n==-1)a=i[t],c=i[e];else for(let l=e;l<=t;l++){let h=i[l];o(h)&&(h<a?a=h:h>c&&(c=h))}return[a??Ht,c??-Ht]}function Sc(i,e,t,n){let s=Vm(i),r=Vm(e);i==e&&(s==-1?(i*=t,e/=t):(i/=t,e*=t));let o=t==10?Ds:yg,a=s==1?bi:Ii,c=r==1?Ii:bi,l=a(o(wn(i))),h=c(o(wn(e))),f=bo(t,l),u=bo(t,h);return t==10&&(l<0&&(f=Vt(f,-l)),h<0&&(u=Vt(u,-h))),n||t==2?(i=f*s,e=u*r):(i=bg(i,f),e=Mc(e,u)),[i,e]}function Nf(i,e,t,n){let s=Sc(i,e,t,n);return i==0&&(s[0]=0),e==0&&(s[1]=0),s}var Df=.1,Gm={mode:3,pad:Df},Ba={pad:0,soft:null,mode:0},rv={min:Ba,max:Ba};function xc(i,e,t,n){return wc(t)?Hm(i,e,t):(Ba.pad=t,Ba.soft=n?0:null,Ba.mode=n?3:0,Hm(i,e,rv))}function Et(i,e){return i??e}function ov(i,e,t){for(e=Et(e,0),t=Et(t,i.length-1);e<=t;){if(i[e]!=null)return!0;e++}return!1}function Hm(i,e,t){let n=t.min,s=t.max,r=Et(n.pad,0),o=Et(s.pad,0),a=Et(n.hard,-Ht),c=Et(s.hard,Ht),l=Et(n.soft,Ht),h=Et(s.soft,-Ht),f=Et(n.mode,0),u=Et(s.mode,0),d=e-i,p=Ds(d),y=ni(wn(i),wn(e)),m=Ds(y),g=wn(m-p);(d<1e-24||g>10)&&(d=0,(i==0||e==0)&&(d=1e-24,f==2&&l!=Ht&&(r=0),u==2&&h!=-Ht&&(o=0)));let _=d||y||1e3,b=Ds(_),x=bo(10,bi(b)),T=_*(d==0?i==0?.1:1:r),M=Vt(bg(i-T,x/10),24),v=i>=l&&(f==1||f==3&&M<=l||f==2&&M>=l)?l:Ht,w=ni(a,M<v&&i>=v?v:$i(v,M)),D=_*(d==0?e==0?.1:1:o),L=Vt(Mc(e+D,x/10),24),R=e<=h&&(u==1||u==3&&L>=h||u==2&&L<=h)?h:-Ht,H=$i(c,L>R&&e<=R?R:ni(R,L));return w==H&&w==0&&(H=100),[w,H]}var av=new Intl.NumberFormat(Eo?tv.language:"en-US"),Uf=i=>av.format(i),Si=Math,yc=Si.PI,wn=Si.abs,bi=Si.floor,Mn=Si.round,Ii=Si.ceil,$i=Si.min,ni=Si.max,bo=Si.pow,Vm=Si.sign,Ds=Si.log10,yg=Si.log2,lv=(i,e=1)=>Si.sinh(i)*e,gf=(i,e=1)=>Si.asinh(i/e),Ht=1/0;function Wm(i){return(Ds((i^i>>31)-(i>>31))|0)+1}function wf(i,e,t){return $i(ni(i,e),t)}function _g(i){return typeof i=="function"}function xt(i){return _g(i)?i:()=>i}var cv=()=>{},xg=i=>i,vg=(i,e)=>e,hv=i=>null,$m=i=>!0,Xm=(i,e)=>i==e,uv=/\.\d*?(?=9{6,}|0{6,})/gm,Lr=i=>{if(Mg(i)||rr.has(i))return i;let e=`${i}`,t=e.match(uv);if(t==null)return i;let n=t[0].length-1;if(e.indexOf("e-")!=-1){let[s,r]=e.split("e");return+`${Lr(s)}e${r}`}return Vt(i,n)};function Cr(i,e){return Lr(Vt(Lr(i/e))*e)}function Mc(i,e){return Lr(Ii(Lr(i/e))*e)}function bg(i,e){return Lr(bi(Lr(i/e))*e)}function Vt(i,e=0){if(Mg(i))return i;let t=10**e,n=i*t*(1+Number.EPSILON);return Mn(n)/t}var rr=new Map;function Sg(i){return((""+i).split(".")[1]||"").length}function za(i,e,t,n){let s=[],r=n.map(Sg);for(let o=e;o<t;o++){let a=wn(o),c=Vt(bo(i,o),a);for(let l=0;l<n.length;l++){let h=i==10?+`${n[l]}e${o}`:n[l]*c,f=(o>=0?0:a)+(o>=r[l]?0:r[l]),u=i==10?h:Vt(h,f);s.push(u),rr.set(u,f)}}return s}var ka={},Ff=[],So=[null,null],sr=Array.isArray,Mg=Number.isInteger,fv=i=>i===void 0;function qm(i){return typeof i=="string"}function wc(i){let e=!1;if(i!=null){let t=i.constructor;e=t==null||t==Object}return e}function dv(i){return i!=null&&typeof i=="object"}var pv=Object.getPrototypeOf(Uint8Array),wg="__proto__";function Mo(i,e=wc){let t;if(sr(i)){let n=i.find(s=>s!=null);if(sr(n)||e(n)){t=Array(i.length);for(let s=0;s<i.length;s++)t[s]=Mo(i[s],e)}else t=i.slice()}else if(i instanceof pv)t=i.slice();else if(e(i)){t={};for(let n in i)n!=wg&&(t[n]=Mo(i[n],e))}else t=i;return t}function _n(i){let e=arguments;for(let t=1;t<e.length;t++){let n=e[t];for(let s in n)s!=wg&&(wc(i[s])?_n(i[s],Mo(n[s])):i[s]=Mo(n[s]))}return i}var mv=0,gv=1,yv=2;function _v(i,e,t){for(let n=0,s,r=-1;n<e.length;n++){let o=e[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<t&&i[s]==null;)i[r=s++]=null}}}function xv(i,e){if(Sv(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return Mv(o[0])||(o=bv(o)),o}let t=new Set;for(let o=0;o<i.length;o++){let c=i[o][0],l=c.length;for(let h=0;h<l;h++)t.add(c[h])}let n=[Array.from(t).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],c=a[0];for(let l=1;l<a.length;l++){let h=a[l],f=Array(s).fill(void 0),u=e?e[o][l]:gv,d=[];for(let p=0;p<h.length;p++){let y=h[p],m=r.get(c[p]);y===null?u!=mv&&(f[m]=y,u==yv&&d.push(m)):f[m]=y}_v(f,d,s),n.push(f)}}return n}var vv=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function bv(i){let e=i[0],t=e.length,n=Array(t);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>e[r]-e[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(t);for(let c=0;c<t;c++)a[c]=o[n[c]];s.push(a)}return s}function Sv(i){let e=i[0][0],t=e.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=t)return!1;if(s!=e){for(let r=0;r<t;r++)if(s[r]!=e[r])return!1}}return!0}function Mv(i,e=100){let t=i.length;if(t<=1)return!0;let n=0,s=t-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=ni(1,bi((s-n+1)/e));for(let o=i[n],a=n+r;a<=s;a+=r){let c=i[a];if(c!=null){if(c<=o)return!1;o=c}}return!0}var Eg=["January","February","March","April","May","June","July","August","September","October","November","December"],Tg=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function Ag(i){return i.slice(0,3)}var wv=Tg.map(Ag),Ev=Eg.map(Ag),Tv={MMMM:Eg,MMM:Ev,WWWW:Tg,WWW:wv};function Da(i){return(i<10?"0":"")+i}function Av(i){return(i<10?"00":i<100?"0":"")+i}var Cv={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,e)=>e.MMMM[i.getMonth()],MMM:(i,e)=>e.MMM[i.getMonth()],MM:i=>Da(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>Da(i.getDate()),D:i=>i.getDate(),WWWW:(i,e)=>e.WWWW[i.getDay()],WWW:(i,e)=>e.WWW[i.getDay()],HH:i=>Da(i.getHours()),H:i=>i.getHours(),h:i=>{let e=i.getHours();return e==0?12:e>12?e-12:e},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>Da(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>Da(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>Av(i.getMilliseconds())};function Of(i,e){e=e||Tv;let t=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)t.push(s[0][0]=="{"?Cv[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<t.length;a++)o+=typeof t[a]=="string"?t[a]:t[a](r,e);return o}}var Rv=new Intl.DateTimeFormat().resolvedOptions().timeZone;function Pv(i,e){let t;return e=="UTC"||e=="Etc/UTC"?t=new Date(+i+i.getTimezoneOffset()*6e4):e==Rv?t=i:(t=new Date(i.toLocaleString("en-US",{timeZone:e})),t.setMilliseconds(i.getMilliseconds())),t}var Cg=i=>i%1==0,vc=[1,2,2.5,5],Iv=za(10,-32,0,vc),Rg=za(10,0,32,vc),Lv=Rg.filter(Cg),Rr=Iv.concat(Rg),Bf=`
`,Pg="{YYYY}",Ym=Bf+Pg,Ig="{M}/{D}",Oa=Bf+Ig,mc=Oa+"/{YY}",Lg="{aa}",Nv="{h}:{mm}",xo=Nv+Lg,Zm=Bf+xo,jm=":{ss}",Lt=null;function Ng(i){let e=i*1e3,t=e*60,n=t*60,s=n*24,r=s*30,o=s*365,c=(i==1?za(10,0,3,vc).filter(Cg):za(10,-3,0,vc)).concat([e,e*5,e*10,e*15,e*30,t,t*5,t*10,t*15,t*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),l=[[o,Pg,Lt,Lt,Lt,Lt,Lt,Lt,1],[s*28,"{MMM}",Ym,Lt,Lt,Lt,Lt,Lt,1],[s,Ig,Ym,Lt,Lt,Lt,Lt,Lt,1],[n,"{h}"+Lg,mc,Lt,Oa,Lt,Lt,Lt,1],[t,xo,mc,Lt,Oa,Lt,Lt,Lt,1],[e,jm,mc+" "+xo,Lt,Oa+" "+xo,Lt,Zm,Lt,1],[i,jm+".{fff}",mc+" "+xo,Lt,Oa+" "+xo,Lt,Zm,Lt,1]];function h(f){return(u,d,p,y,m,g)=>{let _=[],b=m>=o,x=m>=r&&m<o,T=f(p),M=Vt(T*i,3),v=yf(T.getFullYear(),b?0:T.getMonth(),x||b?1:T.getDate()),w=Vt(v*i,3);if(x||b){let D=x?m/r:0,L=b?m/o:0,R=M==w?M:Vt(yf(v.getFullYear()+L,v.getMonth()+D,1)*i,3),H=new Date(Mn(R/i)),B=H.getFullYear(),P=H.getMonth();for(let k=0;R<=y;k++){let O=yf(B+L*k,P+D*k,1),V=O-f(Vt(O*i,3));R=Vt((+O+V)*i,3),R<=y&&_.push(R)}}else{let D=m>=s?s:m,L=bi(p)-bi(M),R=w+L+Mc(M-w,D);_.push(R);let H=f(R),B=H.getHours()+H.getMinutes()/t+H.getSeconds()/n,P=m/n,k=u.axes[d]._space,O=g/k;for(;R=Vt(R+m,i==1?0:3),!(R>y);)if(P>1){let V=bi(Vt(B+P,6))%24,G=f(R).getHours()-V;G>1&&(G=-1),R-=G*n,B=(B+P)%24;let X=_[_.length-1];Vt((R-X)/m,3)*O>=.7&&_.push(R)}else _.push(R)}return _}}return[c,l,h]}var[Dv,Uv,Fv]=Ng(1),[Ov,Bv,kv]=Ng(.001);za(2,-53,53,[1]);function Jm(i,e){return i.map(t=>t.map((n,s)=>s==0||s==8||n==null?n:e(s==1||t[8]==0?n:t[1]+n)))}function Km(i,e){return(t,n,s,r,o)=>{let a=e.find(p=>o>=p[0])||e[e.length-1],c,l,h,f,u,d;return n.map(p=>{let y=i(p),m=y.getFullYear(),g=y.getMonth(),_=y.getDate(),b=y.getHours(),x=y.getMinutes(),T=y.getSeconds(),M=m!=c&&a[2]||g!=l&&a[3]||_!=h&&a[4]||b!=f&&a[5]||x!=u&&a[6]||T!=d&&a[7]||a[1];return c=m,l=g,h=_,f=b,u=x,d=T,M(y)})}}function zv(i,e){let t=Of(e);return(n,s,r,o,a)=>s.map(c=>t(i(c)))}function yf(i,e,t){return new Date(i,e,t)}function Qm(i,e){return e(i)}var Gv="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function eg(i,e){return(t,n,s,r)=>r==null?If:e(i(n))}function Hv(i,e){let t=i.series[e];return t.width?t.stroke(i,e):t.points.width?t.points.stroke(i,e):null}function Vv(i,e){return i.series[e].fill(i,e)}var Wv={show:!0,live:!0,isolate:!1,mount:cv,markers:{show:!0,width:2,stroke:Hv,fill:Vv,dash:"solid"},idx:null,idxs:null,values:[]};function $v(i,e){let t=i.cursor.points,n=Pi(),s=t.size(i,e);jt(n,Ua,s),jt(n,Fa,s);let r=s/-2;jt(n,"marginLeft",r),jt(n,"marginTop",r);let o=t.width(i,e,s);return o&&jt(n,"borderWidth",o),n}function Xv(i,e){let t=i.series[e].points;return t._fill||t._stroke}function qv(i,e){let t=i.series[e].points;return t._stroke||t._fill}function Yv(i,e){return i.series[e].points.size}var _f=[0,0];function Zv(i,e,t){return _f[0]=e,_f[1]=t,_f}function gc(i,e,t,n=!0){return s=>{s.button==0&&(!n||s.target==e)&&t(s)}}function xf(i,e,t,n=!0){return s=>{(!n||s.target==e)&&t(s)}}var jv={show:!0,x:!0,y:!0,lock:!1,move:Zv,points:{one:!1,show:$v,size:Yv,width:0,stroke:qv,fill:Xv},bind:{mousedown:gc,mouseup:gc,click:gc,dblclick:gc,mousemove:xf,mouseleave:xf,mouseenter:xf},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,e)=>{e.stopPropagation(),e.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,e,t,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},Dg={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},kf=_n({},Dg,{filter:vg}),Ug=_n({},kf,{size:10}),Fg=_n({},Dg,{show:!1}),zf='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',Og="bold "+zf,Bg=1.5,tg={show:!0,scale:"x",stroke:Pf,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Og,side:2,grid:kf,ticks:Ug,border:Fg,font:zf,lineGap:Bg,rotate:0},Jv="Value",Kv="Time",ng={show:!0,scale:"x",auto:!1,sorted:1,min:Ht,max:-Ht,idxs:[]};function Qv(i,e,t,n,s){return e.map(r=>r==null?"":Uf(r))}function eb(i,e,t,n,s,r,o){let a=[],c=rr.get(s)||0;t=o?t:Vt(Mc(t,s),c);for(let l=t;l<=n;l=Vt(l+s,c))a.push(Object.is(l,-0)?0:l);return a}function Ef(i,e,t,n,s,r,o){let a=[],c=i.scales[i.axes[e].scale].log,l=c==10?Ds:yg,h=bi(l(t));s=bo(c,h),c==10&&(s=Rr[Wi(s,Rr)]);let f=t,u=s*c;c==10&&(u=Rr[Wi(u,Rr)]);do a.push(f),f=f+s,c==10&&!rr.has(f)&&(f=Vt(f,rr.get(s))),f>=u&&(s=f,u=s*c,c==10&&(u=Rr[Wi(u,Rr)]));while(f<=n);return a}function tb(i,e,t,n,s,r,o){let c=i.scales[i.axes[e].scale].asinh,l=n>c?Ef(i,e,ni(c,t),n,s):[c],h=n>=0&&t<=0?[0]:[];return(t<-c?Ef(i,e,ni(c,-n),-t,s):[c]).reverse().map(u=>-u).concat(h,l)}var kg=/./,nb=/[12357]/,ib=/[125]/,ig=/1/,Tf=(i,e,t,n)=>i.map((s,r)=>e==4&&s==0||r%n==0&&t.test(s.toExponential()[s<0?1:0])?s:null);function sb(i,e,t,n,s){let r=i.axes[t],o=r.scale,a=i.scales[o],c=i.valToPos,l=r._space,h=c(10,o),f=c(9,o)-h>=l?kg:c(7,o)-h>=l?nb:c(5,o)-h>=l?ib:ig;if(f==ig){let u=wn(c(1,o)-h);if(u<l)return Tf(e.slice().reverse(),a.distr,f,Ii(l/u)).reverse()}return Tf(e,a.distr,f,1)}function rb(i,e,t,n,s){let r=i.axes[t],o=r.scale,a=r._space,c=i.valToPos,l=wn(c(1,o)-c(2,o));return l<a?Tf(e.slice().reverse(),3,kg,Ii(a/l)).reverse():e}function ob(i,e,t,n){return n==null?If:e==null?"":Uf(e)}var sg={show:!0,scale:"y",stroke:Pf,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Og,side:3,grid:kf,ticks:Ug,border:Fg,font:zf,lineGap:Bg,rotate:0};function ab(i,e){let t=3+(i||1)*2;return Vt(t*e,3)}function lb(i,e){let{scale:t,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],t,!0),o=i.valToPos(s[n[1]],t,!0),a=wn(o-r),c=i.series[e],l=a/(c.points.space*At);return n[1]-n[0]<=l}var rg={scale:null,auto:!0,sorted:0,min:Ht,max:-Ht},zg=(i,e,t,n,s)=>s,og={show:!0,auto:!0,sorted:0,gaps:zg,alpha:1,facets:[_n({},rg,{scale:"x"}),_n({},rg,{scale:"y"})]},ag={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:zg,alpha:1,points:{show:lb,filter:null},values:null,min:Ht,max:-Ht,idxs:[],path:null,clip:null};function cb(i,e,t,n,s){return t/10}var Gg={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},hb=_n({},Gg,{time:!1,ori:1}),lg={};function Hg(i,e){let t=lg[i];return t||(t={key:i,plots:[],sub(n){t.plots.push(n)},unsub(n){t.plots=t.plots.filter(s=>s!=n)},pub(n,s,r,o,a,c,l){for(let h=0;h<t.plots.length;h++)t.plots[h]!=s&&t.plots[h].pub(n,s,r,o,a,c,l)}},i!=null&&(lg[i]=t)),t}var wo=1,Af=2;function Nr(i,e,t){let n=i.mode,s=i.series[e],r=n==2?i._data[e]:i._data,o=i.scales,a=i.bbox,c=r[0],l=n==2?r[1]:r[e],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],f=n==2?o[s.facets[1].scale]:o[s.scale],u=a.left,d=a.top,p=a.width,y=a.height,m=i.valToPosH,g=i.valToPosV;return h.ori==0?t(s,c,l,h,f,m,g,u,d,p,y,Tc,To,Cc,Wg,Xg):t(s,c,l,h,f,g,m,d,u,y,p,Ac,Ao,Vf,$g,qg)}function Gf(i,e){let t=0,n=0,s=Et(i.bands,Ff);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==e?t=o.dir:o.series[1]==e&&(o.dir==1?n|=1:n|=2)}return[t,n==1?-1:n==2?1:n==3?2:0]}function ub(i,e,t,n,s){let r=i.mode,o=i.series[e],a=r==2?o.facets[1].scale:o.scale,c=i.scales[a];return s==-1?c.min:s==1?c.max:c.distr==3?c.dir==1?c.min:c.max:0}function Us(i,e,t,n,s,r){return Nr(i,e,(o,a,c,l,h,f,u,d,p,y,m)=>{let g=o.pxRound,_=l.dir*(l.ori==0?1:-1),b=l.ori==0?To:Ao,x,T;_==1?(x=t,T=n):(x=n,T=t);let M=g(f(a[x],l,y,d)),v=g(u(c[x],h,m,p)),w=g(f(a[T],l,y,d)),D=g(u(r==1?h.max:h.min,h,m,p)),L=new Path2D(s);return b(L,w,D),b(L,M,D),b(L,M,v),L})}function Ec(i,e,t,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=e==0?Cc:Vf,c=t;for(let f=0;f<i.length;f++){let u=i[f];if(u[1]>u[0]){let d=u[0]-c;d>0&&a(o,c,n,d,n+r),c=u[1]}}let l=t+s-c,h=10;l>0&&a(o,c,n-h/2,l,n+r+h)}return o}function fb(i,e,t){let n=i[i.length-1];n&&n[0]==e?n[1]=t:i.push([e,t])}function Hf(i,e,t,n,s,r,o){let a=[],c=i.length;for(let l=s==1?t:n;l>=t&&l<=n;l+=s)if(e[l]===null){let f=l,u=l;if(s==1)for(;++l<=n&&e[l]===null;)u=l;else for(;--l>=t&&e[l]===null;)u=l;let d=r(i[f]),p=u==f?d:r(i[u]),y=f-s;d=o<=0&&y>=0&&y<c?r(i[y]):d;let g=u+s;p=o>=0&&g>=0&&g<c?r(i[g]):p,p>=d&&a.push([d,p])}return a}function cg(i){return i==0?xg:i==1?Mn:e=>Cr(e,i)}function Vg(i){let e=i==0?Tc:Ac,t=i==0?(s,r,o,a,c,l)=>{s.arcTo(r,o,a,c,l)}:(s,r,o,a,c,l)=>{s.arcTo(o,r,c,a,l)},n=i==0?(s,r,o,a,c)=>{s.rect(r,o,a,c)}:(s,r,o,a,c)=>{s.rect(o,r,c,a)};return(s,r,o,a,c,l=0,h=0)=>{l==0&&h==0?n(s,r,o,a,c):(l=$i(l,a/2,c/2),h=$i(h,a/2,c/2),e(s,r+l,o),t(s,r+a,o,r+a,o+c,l),t(s,r+a,o+c,r,o+c,h),t(s,r,o+c,r,o,h),t(s,r,o,r+a,o,l),s.closePath())}}var Tc=(i,e,t)=>{i.moveTo(e,t)},Ac=(i,e,t)=>{i.moveTo(t,e)},To=(i,e,t)=>{i.lineTo(e,t)},Ao=(i,e,t)=>{i.lineTo(t,e)},Cc=Vg(0),Vf=Vg(1),Wg=(i,e,t,n,s,r)=>{i.arc(e,t,n,s,r)},$g=(i,e,t,n,s,r)=>{i.arc(t,e,n,s,r)},Xg=(i,e,t,n,s,r,o)=>{i.bezierCurveTo(e,t,n,s,r,o)},qg=(i,e,t,n,s,r,o)=>{i.bezierCurveTo(t,e,s,n,o,r)};function Yg(i){return(e,t,n,s,r)=>Nr(e,t,(o,a,c,l,h,f,u,d,p,y,m)=>{let{pxRound:g,points:_}=o,b,x;l.ori==0?(b=Tc,x=Wg):(b=Ac,x=$g);let T=Vt(_.width*At,3),M=(_.size-_.width)/2*At,v=Vt(M*2,3),w=new Path2D,D=new Path2D,{left:L,top:R,width:H,height:B}=e.bbox;Cc(D,L-v,R-v,H+v*2,B+v*2);let P=k=>{if(c[k]!=null){let O=g(f(a[k],l,y,d)),V=g(u(c[k],h,m,p));b(w,O+M,V),x(w,O,V,M,0,yc*2)}};if(r)r.forEach(P);else for(let k=n;k<=s;k++)P(k);return{stroke:T>0?w:null,fill:w,clip:D,flags:wo|Af}})}function Zg(i){return(e,t,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(e,t,n),r!=s&&o!=s&&i(e,t,s),i(e,t,o))}}var db=Zg(To),pb=Zg(Ao);function jg(i){let e=Et(i?.alignGaps,0);return(t,n,s,r)=>Nr(t,n,(o,a,c,l,h,f,u,d,p,y,m)=>{[s,r]=bc(c,s,r);let g=o.pxRound,_=B=>g(f(B,l,y,d)),b=B=>g(u(B,h,m,p)),x,T;l.ori==0?(x=To,T=db):(x=Ao,T=pb);let M=l.dir*(l.ori==0?1:-1),v={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:wo},w=v.stroke,D=!1;if(r-s>=y*4){let B=K=>t.posToVal(K,l.key,!0),P=null,k=null,O,V,se,I=_(a[M==1?s:r]),G=_(a[s]),X=_(a[r]),Q=B(M==1?G+1:X-1);for(let K=M==1?s:r;K>=s&&K<=r;K+=M){let U=a[K],j=(M==1?U<Q:U>Q)?I:_(U),ee=c[K];j==I?ee!=null?(V=ee,P==null?(x(w,j,b(V)),O=P=k=V):V<P?P=V:V>k&&(k=V)):ee===null&&(D=!0):(P!=null&&T(w,I,b(P),b(k),b(O),b(V)),ee!=null?(V=ee,x(w,j,b(V)),P=k=O=V):(P=k=null,ee===null&&(D=!0)),I=j,Q=B(I+M))}P!=null&&P!=k&&se!=I&&T(w,I,b(P),b(k),b(O),b(V))}else for(let B=M==1?s:r;B>=s&&B<=r;B+=M){let P=c[B];P===null?D=!0:P!=null&&x(w,_(a[B]),b(P))}let[R,H]=Gf(t,n);if(o.fill!=null||R!=0){let B=v.fill=new Path2D(w),P=o.fillTo(t,n,o.min,o.max,R),k=b(P),O=_(a[s]),V=_(a[r]);M==-1&&([V,O]=[O,V]),x(B,V,k),x(B,O,k)}if(!o.spanGaps){let B=[];D&&B.push(...Hf(a,c,s,r,M,_,e)),v.gaps=B=o.gaps(t,n,s,r,B),v.clip=Ec(B,l.ori,d,p,y,m)}return H!=0&&(v.band=H==2?[Us(t,n,s,r,w,-1),Us(t,n,s,r,w,1)]:Us(t,n,s,r,w,H)),v})}function mb(i){let e=Et(i.align,1),t=Et(i.ascDesc,!1),n=Et(i.alignGaps,0),s=Et(i.extend,!1);return(r,o,a,c)=>Nr(r,o,(l,h,f,u,d,p,y,m,g,_,b)=>{[a,c]=bc(f,a,c);let x=l.pxRound,{left:T,width:M}=r.bbox,v=G=>x(p(G,u,_,m)),w=G=>x(y(G,d,b,g)),D=u.ori==0?To:Ao,L={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:wo},R=L.stroke,H=u.dir*(u.ori==0?1:-1),B=w(f[H==1?a:c]),P=v(h[H==1?a:c]),k=P,O=P;s&&e==-1&&(O=T,D(R,O,B)),D(R,P,B);for(let G=H==1?a:c;G>=a&&G<=c;G+=H){let X=f[G];if(X==null)continue;let Q=v(h[G]),K=w(X);e==1?D(R,Q,B):D(R,k,K),D(R,Q,K),B=K,k=Q}let V=k;s&&e==1&&(V=T+M,D(R,V,B));let[se,I]=Gf(r,o);if(l.fill!=null||se!=0){let G=L.fill=new Path2D(R),X=l.fillTo(r,o,l.min,l.max,se),Q=w(X);D(G,V,Q),D(G,O,Q)}if(!l.spanGaps){let G=[];G.push(...Hf(h,f,a,c,H,v,n));let X=l.width*At/2,Q=t||e==1?X:-X,K=t||e==-1?-X:X;G.forEach(U=>{U[0]+=Q,U[1]+=K}),L.gaps=G=l.gaps(r,o,a,c,G),L.clip=Ec(G,u.ori,m,g,_,b)}return I!=0&&(L.band=I==2?[Us(r,o,a,c,R,-1),Us(r,o,a,c,R,1)]:Us(r,o,a,c,R,I)),L})}function hg(i,e,t,n,s,r,o=Ht){if(i.length>1){let a=null;for(let c=0,l=1/0;c<i.length;c++)if(e[c]!==void 0){if(a!=null){let h=wn(i[c]-i[a]);h<l&&(l=h,o=wn(t(i[c],n,s,r)-t(i[a],n,s,r)))}a=c}}return o}function gb(i){i=i||ka;let e=Et(i.size,[.6,Ht,1]),t=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=xt(s),o=1-e[0],a=Et(e[1],Ht),c=Et(e[2],1),l=Et(i.disp,ka),h=Et(i.each,d=>{}),{fill:f,stroke:u}=l;return(d,p,y,m)=>Nr(d,p,(g,_,b,x,T,M,v,w,D,L,R)=>{let H=g.pxRound,B=t,P=n*At,k=a*At,O=c*At,V,se;x.ori==0?[V,se]=r(d,p):[se,V]=r(d,p);let I=x.dir*(x.ori==0?1:-1),G=x.ori==0?Cc:Vf,X=x.ori==0?h:(Pe,Ke,ct,Ee,Gt,$e,Je)=>{h(Pe,Ke,ct,Gt,Ee,Je,$e)},Q=Et(d.bands,Ff).find(Pe=>Pe.series[0]==p),K=Q!=null?Q.dir:0,U=g.fillTo(d,p,g.min,g.max,K),W=H(v(U,T,R,D)),j,ee,ae,ve=L,ze=H(g.width*At),De=!1,st=null,rt=null,Ye=null,Pt=null;f!=null&&(ze==0||u!=null)&&(De=!0,st=f.values(d,p,y,m),rt=new Map,new Set(st).forEach(Pe=>{Pe!=null&&rt.set(Pe,new Path2D)}),ze>0&&(Ye=u.values(d,p,y,m),Pt=new Map,new Set(Ye).forEach(Pe=>{Pe!=null&&Pt.set(Pe,new Path2D)})));let{x0:St,size:Wt}=l;if(St!=null&&Wt!=null){B=1,_=St.values(d,p,y,m),St.unit==2&&(_=_.map(ct=>d.posToVal(w+ct*L,x.key,!0)));let Pe=Wt.values(d,p,y,m);Wt.unit==2?ee=Pe[0]*L:ee=M(Pe[0],x,L,w)-M(0,x,L,w),ve=hg(_,b,M,x,L,w,ve),ae=ve-ee+P}else ve=hg(_,b,M,x,L,w,ve),ae=ve*o+P,ee=ve-ae;ae<1&&(ae=0),ze>=ee/2&&(ze=0),ae<5&&(H=xg);let Mt=ae>0,fn=ve-ae-(Mt?ze:0);ee=H(wf(fn,O,k)),j=(B==0?ee/2:B==I?0:ee)-B*I*((B==0?P/2:0)+(Mt?ze/2:0));let vt={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},bn=De?null:new Path2D,sn=null;if(Q!=null)sn=d.data[Q.series[1]];else{let{y0:Pe,y1:Ke}=l;Pe!=null&&Ke!=null&&(b=Ke.values(d,p,y,m),sn=Pe.values(d,p,y,m))}let dn=V*ee,q=se*ee;for(let Pe=I==1?y:m;Pe>=y&&Pe<=m;Pe+=I){let Ke=b[Pe];if(Ke==null)continue;if(sn!=null){let te=sn[Pe]??0;if(Ke-te==0)continue;W=v(te,T,R,D)}let ct=x.distr!=2||l!=null?_[Pe]:Pe,Ee=M(ct,x,L,w),Gt=v(Et(Ke,U),T,R,D),$e=H(Ee-j),Je=H(ni(Gt,W)),N=H($i(Gt,W)),E=Je-N;if(Ke!=null){let te=Ke<0?q:dn,ge=Ke<0?dn:q;De?(ze>0&&Ye[Pe]!=null&&G(Pt.get(Ye[Pe]),$e,N+bi(ze/2),ee,ni(0,E-ze),te,ge),st[Pe]!=null&&G(rt.get(st[Pe]),$e,N+bi(ze/2),ee,ni(0,E-ze),te,ge)):G(bn,$e,N+bi(ze/2),ee,ni(0,E-ze),te,ge),X(d,p,Pe,$e-ze/2,N,ee+ze,E)}}return ze>0?vt.stroke=De?Pt:bn:De||(vt._fill=g.width==0?g._fill:g._stroke??g._fill,vt.width=0),vt.fill=De?rt:bn,vt})}function yb(i,e){let t=Et(e?.alignGaps,0);return(n,s,r,o)=>Nr(n,s,(a,c,l,h,f,u,d,p,y,m,g)=>{[r,o]=bc(l,r,o);let _=a.pxRound,b=V=>_(u(V,h,m,p)),x=V=>_(d(V,f,g,y)),T,M,v;h.ori==0?(T=Tc,v=To,M=Xg):(T=Ac,v=Ao,M=qg);let w=h.dir*(h.ori==0?1:-1),D=b(c[w==1?r:o]),L=D,R=[],H=[];for(let V=w==1?r:o;V>=r&&V<=o;V+=w)if(l[V]!=null){let I=c[V],G=b(I);R.push(L=G),H.push(x(l[V]))}let B={stroke:i(R,H,T,v,M,_),fill:null,clip:null,band:null,gaps:null,flags:wo},P=B.stroke,[k,O]=Gf(n,s);if(a.fill!=null||k!=0){let V=B.fill=new Path2D(P),se=a.fillTo(n,s,a.min,a.max,k),I=x(se);v(V,L,I),v(V,D,I)}if(!a.spanGaps){let V=[];V.push(...Hf(c,l,r,o,w,b,t)),B.gaps=V=a.gaps(n,s,r,o,V),B.clip=Ec(V,h.ori,p,y,m,g)}return O!=0&&(B.band=O==2?[Us(n,s,r,o,P,-1),Us(n,s,r,o,P,1)]:Us(n,s,r,o,P,O)),B})}function _b(i){return yb(xb,i)}function xb(i,e,t,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(t(a,i[0],e[0]),o==2)n(a,i[1],e[1]);else{let c=Array(o),l=Array(o-1),h=Array(o-1),f=Array(o-1);for(let u=0;u<o-1;u++)h[u]=e[u+1]-e[u],f[u]=i[u+1]-i[u],l[u]=h[u]/f[u];c[0]=l[0];for(let u=1;u<o-1;u++)l[u]===0||l[u-1]===0||l[u-1]>0!=l[u]>0?c[u]=0:(c[u]=3*(f[u-1]+f[u])/((2*f[u]+f[u-1])/l[u-1]+(f[u]+2*f[u-1])/l[u]),isFinite(c[u])||(c[u]=0));c[o-1]=l[o-2];for(let u=0;u<o-1;u++)s(a,i[u]+f[u]/3,e[u]+c[u]*f[u]/3,i[u+1]-f[u]/3,e[u+1]-c[u+1]*f[u]/3,i[u+1],e[u+1])}return a}var Cf=new Set;function ug(){for(let i of Cf)i.syncRect(!0)}Eo&&(Ir(Qx,vo,ug),Ir(ev,vo,ug,!0),Ir(_c,vo,()=>{Ln.pxRatio=At}));var vb=jg(),bb=Yg();function fg(i,e,t,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>Rf(r,o,e,t))}function Sb(i,e){return i.map((t,n)=>n==0?{}:_n({},e,t))}function Rf(i,e,t,n){return _n({},e==0?t:n,i)}function Jg(i,e,t){return e==null?So:[e,t]}var Mb=Jg;function wb(i,e,t){return e==null?So:xc(e,t,Df,!0)}function Kg(i,e,t,n){return e==null?So:Sc(e,t,i.scales[n].log,!1)}var Eb=Kg;function Qg(i,e,t,n){return e==null?So:Nf(e,t,i.scales[n].log,!1)}var Tb=Qg;function Ab(i,e,t,n,s){let r=ni(Wm(i),Wm(e)),o=e-i,a=Wi(s/n*o,t);do{let c=t[a],l=n*c/o;if(l>=s&&r+(c<5?rr.get(c):0)<=17)return[c,l]}while(++a<t.length);return[0,0]}function dg(i){let e,t;return i=i.replace(/(\d+)px/,(n,s)=>(e=Mn((t=+s)*At))+"px"),[i,e,t]}function Cb(i){i.show&&[i.font,i.labelFont].forEach(e=>{let t=Vt(e[2]*At,1);e[0]=e[0].replace(/[0-9.]+px/,t+"px"),e[1]=t})}function Ln(i,e,t){let n={mode:Et(i.mode,1)},s=n.mode;function r(S,A,F,z){let J=A.valToPct(S);return z+F*(A.dir==-1?1-J:J)}function o(S,A,F,z){let J=A.valToPct(S);return z+F*(A.dir==-1?J:1-J)}function a(S,A,F,z){return A.ori==0?r(S,A,F,z):o(S,A,F,z)}n.valToPosH=r,n.valToPosV=o;let c=!1;n.status=0;let l=n.root=Pi(Ux);if(i.id!=null&&(l.id=i.id),vi(l,i.class),i.title){let S=Pi(Bx,l);S.textContent=i.title}let h=Vi("canvas"),f=n.ctx=h.getContext("2d"),u=Pi(kx,l);Ir("click",u,S=>{S.target===p&&(qt!=oo||Kt!=ao)&&On.click(n,S)},!0);let d=n.under=Pi(zx,u);u.appendChild(h);let p=n.over=Pi(Gx,u);i=Mo(i);let y=+Et(i.pxAlign,1),m=cg(y);(i.plugins||[]).forEach(S=>{S.opts&&(i=S.opts(n,i)||i)});let g=i.ms||.001,_=n.series=s==1?fg(i.series||[],ng,ag,!1):Sb(i.series||[null],og),b=n.axes=fg(i.axes||[],tg,sg,!0),x=n.scales={},T=n.bands=i.bands||[];T.forEach(S=>{S.fill=xt(S.fill||null),S.dir=Et(S.dir,-1)});let M=s==2?_[1].facets[0].scale:_[0].scale,v={axes:Is,series:mt},w=(i.drawOrder||["axes","series"]).map(S=>v[S]);function D(S){let A=S.distr==3?F=>Ds(F>0?F:S.clamp(n,F,S.min,S.max,S.key)):S.distr==4?F=>gf(F,S.asinh):S.distr==100?F=>S.fwd(F):F=>F;return F=>{let z=A(F),{_min:J,_max:re}=S,pe=re-J;return(z-J)/pe}}function L(S){let A=x[S];if(A==null){let F=(i.scales||ka)[S]||ka;if(F.from!=null){L(F.from);let z=_n({},x[F.from],F,{key:S});z.valToPct=D(z),x[S]=z}else{A=x[S]=_n({},S==M?Gg:hb,F),A.key=S;let z=A.time,J=A.range,re=sr(J);if((S!=M||s==2&&!z)&&(re&&(J[0]==null||J[1]==null)&&(J={min:J[0]==null?Gm:{mode:1,hard:J[0],soft:J[0]},max:J[1]==null?Gm:{mode:1,hard:J[1],soft:J[1]}},re=!1),!re&&wc(J))){let pe=J;J=(ye,Me,Ue)=>Me==null?So:xc(Me,Ue,pe)}A.range=xt(J||(z?Mb:S==M?A.distr==3?Eb:A.distr==4?Tb:Jg:A.distr==3?Kg:A.distr==4?Qg:wb)),A.auto=xt(re?!1:A.auto),A.clamp=xt(A.clamp||cb),A._min=A._max=null,A.valToPct=D(A)}}}L("x"),L("y"),s==1&&_.forEach(S=>{L(S.scale)}),b.forEach(S=>{L(S.scale)});for(let S in i.scales)L(S);let R=x[M],H=R.distr,B,P;R.ori==0?(vi(l,Fx),B=r,P=o):(vi(l,Ox),B=o,P=r);let k={};for(let S in x){let A=x[S];(A.min!=null||A.max!=null)&&(k[S]={min:A.min,max:A.max},A.min=A.max=null)}let O=i.tzDate||(S=>new Date(Mn(S/g))),V=i.fmtDate||Of,se=g==1?Fv(O):kv(O),I=Km(O,Jm(g==1?Uv:Bv,V)),G=eg(O,Qm(Gv,V)),X=[],Q=n.legend=_n({},Wv,i.legend),K=n.cursor=_n({},jv,{drag:{y:s==2}},i.cursor),U=Q.show,W=K.show,j=Q.markers;Q.idxs=X,j.width=xt(j.width),j.dash=xt(j.dash),j.stroke=xt(j.stroke),j.fill=xt(j.fill);let ee,ae,ve,ze=[],De=[],st,rt=!1,Ye={};if(Q.live){let S=_[1]?_[1].values:null;rt=S!=null,st=rt?S(n,1,0):{_:0};for(let A in st)Ye[A]=If}if(U)if(ee=Vi("table",qx,l),ve=Vi("tbody",null,ee),Q.mount(n,ee),rt){ae=Vi("thead",null,ee,ve);let S=Vi("tr",null,ae);Vi("th",null,S);for(var Pt in st)Vi("th",Cm,S).textContent=Pt}else vi(ee,Zx),Q.live&&vi(ee,Yx);let St={show:!0},Wt={show:!1};function Mt(S,A){if(A==0&&(rt||!Q.live||s==2))return So;let F=[],z=Vi("tr",jx,ve,ve.childNodes[A]);vi(z,S.class),S.show||vi(z,Pr);let J=Vi("th",null,z);if(j.show){let ye=Pi(Jx,J);if(A>0){let Me=j.width(n,A);Me&&(ye.style.border=Me+"px "+j.dash(n,A)+" "+j.stroke(n,A)),ye.style.background=j.fill(n,A)}}let re=Pi(Cm,J);S.label instanceof HTMLElement?re.appendChild(S.label):re.textContent=S.label,A>0&&(j.show||(re.style.color=S.width>0?j.stroke(n,A):j.fill(n,A)),vt("click",J,ye=>{if(K._lock)return;nt(ye);let Me=_.indexOf(S);if((ye.ctrlKey||ye.metaKey)!=Q.isolate){let Ue=_.some((Fe,ke)=>ke>0&&ke!=Me&&Fe.show);_.forEach((Fe,ke)=>{ke>0&&rs(ke,Ue?ke==Me?St:Wt:St,!0,yn.setSeries)})}else rs(Me,{show:!S.show},!0,yn.setSeries)},!1),it&&vt(Lm,J,ye=>{K._lock||(nt(ye),rs(_.indexOf(S),co,!0,yn.setSeries))},!1));for(var pe in st){let ye=Vi("td",Kx,z);ye.textContent="--",F.push(ye)}return[z,F]}let fn=new Map;function vt(S,A,F,z=!0){let J=fn.get(A)||{},re=K.bind[S](n,A,F,z);re&&(Ir(S,A,J[S]=re),fn.set(A,J))}function bn(S,A,F){let z=fn.get(A)||{};for(let J in z)(S==null||J==S)&&(Mf(J,A,z[J]),delete z[J]);S==null&&fn.delete(A)}let sn=0,dn=0,q=0,Pe=0,Ke=0,ct=0,Ee=Ke,Gt=ct,$e=q,Je=Pe,N=0,E=0,te=0,ge=0;n.bbox={};let de=!1,be=!1,Se=!1,ce=!1,ue=!1,_e=!1;function $(S,A,F){(F||S!=n.width||A!=n.height)&&fe(S,A),ft(!1),Se=!0,be=!0,Bn()}function fe(S,A){n.width=sn=q=S,n.height=dn=Pe=A,Ke=ct=0,we(),qe();let F=n.bbox;N=F.left=Cr(Ke*At,.5),E=F.top=Cr(ct*At,.5),te=F.width=Cr(q*At,.5),ge=F.height=Cr(Pe*At,.5)}let he=3;function Te(){let S=!1,A=0;for(;!S;){A++;let F=io(A),z=ss(A);S=A==he||F&&z,S||(fe(n.width,n.height),be=!0)}}function xe({width:S,height:A}){$(S,A)}n.setSize=xe;function we(){let S=!1,A=!1,F=!1,z=!1;b.forEach((J,re)=>{if(J.show&&J._show){let{side:pe,_size:ye}=J,Me=pe%2,Ue=J.label!=null?J.labelSize:0,Fe=ye+Ue;Fe>0&&(Me?(q-=Fe,pe==3?(Ke+=Fe,z=!0):F=!0):(Pe-=Fe,pe==0?(ct+=Fe,S=!0):A=!0))}}),ns[0]=S,ns[1]=F,ns[2]=A,ns[3]=z,q-=zi[1]+zi[3],Ke+=zi[3],Pe-=zi[2]+zi[0],ct+=zi[0]}function qe(){let S=Ke+q,A=ct+Pe,F=Ke,z=ct;function J(re,pe){switch(re){case 1:return S+=pe,S-pe;case 2:return A+=pe,A-pe;case 3:return F-=pe,F+pe;case 0:return z-=pe,z+pe}}b.forEach((re,pe)=>{if(re.show&&re._show){let ye=re.side;re._pos=J(ye,re._size),re.label!=null&&(re._lpos=J(ye,re.labelSize))}})}if(K.dataIdx==null){let S=K.hover,A=S.skip=new Set(S.skip??[]);A.add(void 0);let F=S.prox=xt(S.prox),z=S.bias??=0;K.dataIdx=(J,re,pe,ye)=>{if(re==0)return pe;let Me=pe,Ue=F(J,re,pe,ye)??Ht,Fe=Ue>=0&&Ue<Ht,ke=R.ori==0?q:Pe,lt=K.left,Tt=e[0],wt=e[re];if(A.has(wt[pe])){Me=null;let yt=null,et=null,Ze;if(z==0||z==-1)for(Ze=pe;yt==null&&Ze-- >0;)A.has(wt[Ze])||(yt=Ze);if(z==0||z==1)for(Ze=pe;et==null&&Ze++<wt.length;)A.has(wt[Ze])||(et=Ze);if(yt!=null||et!=null)if(Fe){let Zt=yt==null?-1/0:B(Tt[yt],R,ke,0),an=et==null?1/0:B(Tt[et],R,ke,0),In=lt-Zt,kt=an-lt;In<=kt?In<=Ue&&(Me=yt):kt<=Ue&&(Me=et)}else Me=et==null?yt:yt==null?et:pe-yt<=et-pe?yt:et}else Fe&&wn(lt-B(Tt[pe],R,ke,0))>Ue&&(Me=null);return Me}}let nt=S=>{K.event=S};K.idxs=X,K._lock=!1;let me=K.points;me.show=xt(me.show),me.size=xt(me.size),me.stroke=xt(me.stroke),me.width=xt(me.width),me.fill=xt(me.fill);let Ge=n.focus=_n({},i.focus||{alpha:.3},K.focus),it=Ge.prox>=0,Re=it&&me.one,ht=[],Xt=[],jn=[];function xa(S,A){let F=me.show(n,A);if(F instanceof HTMLElement)return vi(F,Xx),vi(F,S.class),us(F,-10,-10,q,Pe),p.insertBefore(F,ht[A]),F}function eo(S,A){if(s==1||A>0){let F=s==1&&x[S.scale].time,z=S.value;S.value=F?qm(z)?eg(O,Qm(z,V)):z||G:z||ob,S.label=S.label||(F?Kv:Jv)}if(Re||A>0){S.width=S.width==null?1:S.width,S.paths=S.paths||vb||hv,S.fillTo=xt(S.fillTo||ub),S.pxAlign=+Et(S.pxAlign,y),S.pxRound=cg(S.pxAlign),S.stroke=xt(S.stroke||null),S.fill=xt(S.fill||null),S._stroke=S._fill=S._paths=S._focus=null;let F=ab(ni(1,S.width),1),z=S.points=_n({},{size:F,width:ni(1,F*.2),stroke:S.stroke,space:F*2,paths:bb,_stroke:null,_fill:null},S.points);z.show=xt(z.show),z.filter=xt(z.filter),z.fill=xt(z.fill),z.stroke=xt(z.stroke),z.paths=xt(z.paths),z.pxAlign=S.pxAlign}if(U){let F=Mt(S,A);ze.splice(A,0,F[0]),De.splice(A,0,F[1]),Q.values.push(null)}if(W){X.splice(A,0,null);let F=null;Re?A==0&&(F=xa(S,A)):A>0&&(F=xa(S,A)),ht.splice(A,0,F),Xt.splice(A,0,0),jn.splice(A,0,0)}Pn("addSeries",A)}function Zu(S,A){A=A??_.length,S=s==1?Rf(S,A,ng,ag):Rf(S,A,{},og),_.splice(A,0,S),eo(_[A],A)}n.addSeries=Zu;function Kl(S){if(_.splice(S,1),U){Q.values.splice(S,1),De.splice(S,1);let A=ze.splice(S,1)[0];bn(null,A.firstChild),A.remove()}W&&(X.splice(S,1),ht.splice(S,1)[0].remove(),Xt.splice(S,1),jn.splice(S,1)),Pn("delSeries",S)}n.delSeries=Kl;let ns=[!1,!1,!1,!1];function Cs(S,A){if(S._show=S.show,S.show){let F=S.side%2,z=x[S.scale];z==null&&(S.scale=F?_[1].scale:M,z=x[S.scale]);let J=z.time;S.size=xt(S.size),S.space=xt(S.space),S.rotate=xt(S.rotate),sr(S.incrs)&&S.incrs.forEach(pe=>{!rr.has(pe)&&rr.set(pe,Sg(pe))}),S.incrs=xt(S.incrs||(z.distr==2?Lv:J?g==1?Dv:Ov:Rr)),S.splits=xt(S.splits||(J&&z.distr==1?se:z.distr==3?Ef:z.distr==4?tb:eb)),S.stroke=xt(S.stroke),S.grid.stroke=xt(S.grid.stroke),S.ticks.stroke=xt(S.ticks.stroke),S.border.stroke=xt(S.border.stroke);let re=S.values;S.values=sr(re)&&!sr(re[0])?xt(re):J?sr(re)?Km(O,Jm(re,V)):qm(re)?zv(O,re):re||I:re||Qv,S.filter=xt(S.filter||(z.distr>=3&&z.log==10?sb:z.distr==3&&z.log==2?rb:vg)),S.font=dg(S.font),S.labelFont=dg(S.labelFont),S._size=S.size(n,null,A,0),S._space=S._rotate=S._incrs=S._found=S._splits=S._values=null,S._size>0&&(ns[A]=!0,S._el=Pi(Hx,u))}}function Rs(S,A,F,z){let[J,re,pe,ye]=F,Me=A%2,Ue=0;return Me==0&&(ye||re)&&(Ue=A==0&&!J||A==2&&!pe?Mn(tg.size/3):0),Me==1&&(J||pe)&&(Ue=A==1&&!re||A==3&&!ye?Mn(sg.size/2):0),Ue}let va=n.padding=(i.padding||[Rs,Rs,Rs,Rs]).map(S=>xt(Et(S,Rs))),zi=n._padding=va.map((S,A)=>S(n,A,ns,0)),rn,hn=null,un=null,is=s==1?_[0].idxs:null,mi=null,Ks=!1;function ba(S,A){if(e=S??[],n.data=n._data=e,s==2){rn=0;for(let F=1;F<_.length;F++)rn+=e[F][0].length}else{e.length==0&&(n.data=n._data=e=[[]]),mi=e[0],rn=mi.length;let F=e;if(H==2){F=e.slice();let z=F[0]=Array(rn);for(let J=0;J<rn;J++)z[J]=J}n._data=e=F}if(ft(!0),Pn("setData"),H==2&&(Se=!0),A!==!1){let F=R;F.auto(n,Ks)?Sa():tr(M,F.min,F.max),ce=ce||K.left>=0,_e=!0,Bn()}}n.setData=ba;function Sa(){Ks=!0;let S,A;s==1&&(rn>0?(hn=is[0]=0,un=is[1]=rn-1,S=e[0][hn],A=e[0][un],H==2?(S=hn,A=un):S==A&&(H==3?[S,A]=Sc(S,S,R.log,!1):H==4?[S,A]=Nf(S,S,R.log,!1):R.time?A=S+Mn(86400/g):[S,A]=xc(S,A,Df,!0))):(hn=is[0]=S=null,un=is[1]=A=null)),tr(M,S,A)}let to,Qs,no,C,Z,le,ne,ie,Ae,Ie;function Ce(S,A,F,z,J,re){S??=Pm,F??=Ff,z??="butt",J??=Pm,re??="round",S!=to&&(f.strokeStyle=to=S),J!=Qs&&(f.fillStyle=Qs=J),A!=no&&(f.lineWidth=no=A),re!=Z&&(f.lineJoin=Z=re),z!=le&&(f.lineCap=le=z),F!=C&&f.setLineDash(C=F)}function Le(S,A,F,z){A!=Qs&&(f.fillStyle=Qs=A),S!=ne&&(f.font=ne=S),F!=ie&&(f.textAlign=ie=F),z!=Ae&&(f.textBaseline=Ae=z)}function Ve(S,A,F,z,J=0){if(z.length>0&&S.auto(n,Ks)&&(A==null||A.min==null)){let re=Et(hn,0),pe=Et(un,z.length-1),ye=F.min==null?sv(z,re,pe,J,S.distr==3):[F.min,F.max];S.min=$i(S.min,F.min=ye[0]),S.max=ni(S.max,F.max=ye[1])}}let ot={min:null,max:null};function pt(){for(let z in x){let J=x[z];k[z]==null&&(J.min==null||k[M]!=null&&J.auto(n,Ks))&&(k[z]=ot)}for(let z in x){let J=x[z];k[z]==null&&J.from!=null&&k[J.from]!=null&&(k[z]=ot)}k[M]!=null&&ft(!0);let S={};for(let z in k){let J=k[z];if(J!=null){let re=S[z]=Mo(x[z],dv);if(J.min!=null)_n(re,J);else if(z!=M||s==2)if(rn==0&&re.from==null){let pe=re.range(n,null,null,z);re.min=pe[0],re.max=pe[1]}else re.min=Ht,re.max=-Ht}}if(rn>0){_.forEach((z,J)=>{if(s==1){let re=z.scale,pe=k[re];if(pe==null)return;let ye=S[re];if(J==0){let Me=ye.range(n,ye.min,ye.max,re);ye.min=Me[0],ye.max=Me[1],hn=Wi(ye.min,e[0]),un=Wi(ye.max,e[0]),un-hn>1&&(e[0][hn]<ye.min&&hn++,e[0][un]>ye.max&&un--),z.min=mi[hn],z.max=mi[un]}else z.show&&z.auto&&Ve(ye,pe,z,e[J],z.sorted);z.idxs[0]=hn,z.idxs[1]=un}else if(J>0&&z.show&&z.auto){let[re,pe]=z.facets,ye=re.scale,Me=pe.scale,[Ue,Fe]=e[J],ke=S[ye],lt=S[Me];ke!=null&&Ve(ke,k[ye],re,Ue,re.sorted),lt!=null&&Ve(lt,k[Me],pe,Fe,pe.sorted),z.min=pe.min,z.max=pe.max}});for(let z in S){let J=S[z],re=k[z];if(J.from==null&&(re==null||re.min==null)){let pe=J.range(n,J.min==Ht?null:J.min,J.max==-Ht?null:J.max,z);J.min=pe[0],J.max=pe[1]}}}for(let z in S){let J=S[z];if(J.from!=null){let re=S[J.from];if(re.min==null)J.min=J.max=null;else{let pe=J.range(n,re.min,re.max,z);J.min=pe[0],J.max=pe[1]}}}let A={},F=!1;for(let z in S){let J=S[z],re=x[z];if(re.min!=J.min||re.max!=J.max){re.min=J.min,re.max=J.max;let pe=re.distr;re._min=pe==3?Ds(re.min):pe==4?gf(re.min,re.asinh):pe==100?re.fwd(re.min):re.min,re._max=pe==3?Ds(re.max):pe==4?gf(re.max,re.asinh):pe==100?re.fwd(re.max):re.max,A[z]=F=!0}}if(F){_.forEach((z,J)=>{s==2?J>0&&A.y&&(z._paths=null):A[z.scale]&&(z._paths=null)});for(let z in A)Se=!0,Pn("setScale",z);W&&K.left>=0&&(ce=_e=!0)}for(let z in k)k[z]=null}function He(S){let A=wf(hn-1,0,rn-1),F=wf(un+1,0,rn-1);for(;S[A]==null&&A>0;)A--;for(;S[F]==null&&F<rn-1;)F++;return[A,F]}function mt(){if(rn>0){let S=_.some(A=>A._focus)&&Ie!=Ge.alpha;S&&(f.globalAlpha=Ie=Ge.alpha),_.forEach((A,F)=>{if(F>0&&A.show&&(en(F,!1),en(F,!0),A._paths==null)){let z=Ie;Ie!=A.alpha&&(f.globalAlpha=Ie=A.alpha);let J=s==2?[0,e[F][0].length-1]:He(e[F]);A._paths=A.paths(n,F,J[0],J[1]),Ie!=z&&(f.globalAlpha=Ie=z)}}),_.forEach((A,F)=>{if(F>0&&A.show){let z=Ie;Ie!=A.alpha&&(f.globalAlpha=Ie=A.alpha),A._paths!=null&&Dt(F,!1);{let J=A._paths!=null?A._paths.gaps:null,re=A.points.show(n,F,hn,un,J),pe=A.points.filter(n,F,re,J);(re||pe)&&(A.points._paths=A.points.paths(n,F,hn,un,pe),Dt(F,!0))}Ie!=z&&(f.globalAlpha=Ie=z),Pn("drawSeries",F)}}),S&&(f.globalAlpha=Ie=1)}}function en(S,A){let F=A?_[S].points:_[S];F._stroke=F.stroke(n,S),F._fill=F.fill(n,S)}function Dt(S,A){let F=A?_[S].points:_[S],{stroke:z,fill:J,clip:re,flags:pe,_stroke:ye=F._stroke,_fill:Me=F._fill,_width:Ue=F.width}=F._paths;Ue=Vt(Ue*At,3);let Fe=null,ke=Ue%2/2;A&&Me==null&&(Me=Ue>0?"#fff":ye);let lt=F.pxAlign==1&&ke>0;if(lt&&f.translate(ke,ke),!A){let Tt=N-Ue/2,wt=E-Ue/2,yt=te+Ue,et=ge+Ue;Fe=new Path2D,Fe.rect(Tt,wt,yt,et)}A?Be(ye,Ue,F.dash,F.cap,Me,z,J,pe,re):Ut(S,ye,Ue,F.dash,F.cap,Me,z,J,pe,Fe,re),lt&&f.translate(-ke,-ke)}function Ut(S,A,F,z,J,re,pe,ye,Me,Ue,Fe){let ke=!1;Me!=0&&T.forEach((lt,Tt)=>{if(lt.series[0]==S){let wt=_[lt.series[1]],yt=e[lt.series[1]],et=(wt._paths||ka).band;sr(et)&&(et=lt.dir==1?et[0]:et[1]);let Ze,Zt=null;wt.show&&et&&ov(yt,hn,un)?(Zt=lt.fill(n,Tt)||re,Ze=wt._paths.clip):et=null,Be(A,F,z,J,Zt,pe,ye,Me,Ue,Fe,Ze,et),ke=!0}}),ke||Be(A,F,z,J,re,pe,ye,Me,Ue,Fe)}let Sn=wo|Af;function Be(S,A,F,z,J,re,pe,ye,Me,Ue,Fe,ke){Ce(S,A,F,z,J),(Me||Ue||ke)&&(f.save(),Me&&f.clip(Me),Ue&&f.clip(Ue)),ke?(ye&Sn)==Sn?(f.clip(ke),Fe&&f.clip(Fe),_t(J,pe),pn(S,re,A)):ye&Af?(_t(J,pe),f.clip(ke),pn(S,re,A)):ye&wo&&(f.save(),f.clip(ke),Fe&&f.clip(Fe),_t(J,pe),f.restore(),pn(S,re,A)):(_t(J,pe),pn(S,re,A)),(Me||Ue||ke)&&f.restore()}function pn(S,A,F){F>0&&(A instanceof Map?A.forEach((z,J)=>{f.strokeStyle=to=J,f.stroke(z)}):A!=null&&S&&f.stroke(A))}function _t(S,A){A instanceof Map?A.forEach((F,z)=>{f.fillStyle=Qs=z,f.fill(F)}):A!=null&&S&&f.fill(A)}function Ps(S,A,F,z){let J=b[S],re;if(z<=0)re=[0,0];else{let pe=J._space=J.space(n,S,A,F,z),ye=J._incrs=J.incrs(n,S,A,F,z,pe);re=Ab(A,F,ye,z,pe)}return J._found=re}function mn(S,A,F,z,J,re,pe,ye,Me,Ue){let Fe=pe%2/2;y==1&&f.translate(Fe,Fe),Ce(ye,pe,Me,Ue,ye),f.beginPath();let ke,lt,Tt,wt,yt=J+(z==0||z==3?-re:re);F==0?(lt=J,wt=yt):(ke=J,Tt=yt);for(let et=0;et<S.length;et++)A[et]!=null&&(F==0?ke=Tt=S[et]:lt=wt=S[et],f.moveTo(ke,lt),f.lineTo(Tt,wt));f.stroke(),y==1&&f.translate(-Fe,-Fe)}function io(S){let A=!0;return b.forEach((F,z)=>{if(!F.show)return;let J=x[F.scale];if(J.min==null){F._show&&(A=!1,F._show=!1,ft(!1));return}else F._show||(A=!1,F._show=!0,ft(!1));let re=F.side,pe=re%2,{min:ye,max:Me}=J,[Ue,Fe]=Ps(z,ye,Me,pe==0?q:Pe);if(Fe==0)return;let ke=J.distr==2,lt=F._splits=F.splits(n,z,ye,Me,Ue,Fe,ke),Tt=J.distr==2?lt.map(Ze=>mi[Ze]):lt,wt=J.distr==2?mi[lt[1]]-mi[lt[0]]:Ue,yt=F._values=F.values(n,F.filter(n,Tt,z,Fe,wt),z,Fe,wt);F._rotate=re==2?F.rotate(n,yt,z,Fe):0;let et=F._size;F._size=Ii(F.size(n,yt,z,S)),et!=null&&F._size!=et&&(A=!1)}),A}function ss(S){let A=!0;return va.forEach((F,z)=>{let J=F(n,z,ns,S);J!=zi[z]&&(A=!1),zi[z]=J}),A}function Is(){for(let S=0;S<b.length;S++){let A=b[S];if(!A.show||!A._show)continue;let F=A.side,z=F%2,J,re,pe=A.stroke(n,S),ye=F==0||F==3?-1:1,[Me,Ue]=A._found;if(A.label!=null){let Qn=A.labelGap*ye,_i=Mn((A._lpos+Qn)*At);Le(A.labelFont[0],pe,"center",F==2?"top":Rm),f.save(),z==1?(J=re=0,f.translate(_i,Mn(E+ge/2)),f.rotate((F==3?-yc:yc)/2)):(J=Mn(N+te/2),re=_i);let wr=_g(A.label)?A.label(n,S,Me,Ue):A.label;f.fillText(wr,J,re),f.restore()}if(Ue==0)continue;let Fe=x[A.scale],ke=z==0?te:ge,lt=z==0?N:E,Tt=A._splits,wt=Fe.distr==2?Tt.map(Qn=>mi[Qn]):Tt,yt=Fe.distr==2?mi[Tt[1]]-mi[Tt[0]]:Me,et=A.ticks,Ze=A.border,Zt=et.show?et.size:0,an=Mn(Zt*At),In=Mn((A.alignTo==2?A._size-Zt-A.gap:A.gap)*At),kt=A._rotate*-yc/180,ln=m(A._pos*At),gi=(an+In)*ye,Kn=ln+gi;re=z==0?Kn:0,J=z==1?Kn:0;let Ci=A.font[0],Gi=A.align==1?_o:A.align==2?df:kt>0?_o:kt<0?df:z==0?"center":F==3?df:_o,as=kt||z==1?"middle":F==2?"top":Rm;Le(Ci,pe,Gi,as);let yi=A.font[1]*A.lineGap,Ri=Tt.map(Qn=>m(a(Qn,Fe,ke,lt))),Hi=A._values;for(let Qn=0;Qn<Hi.length;Qn++){let _i=Hi[Qn];if(_i!=null){z==0?J=Ri[Qn]:re=Ri[Qn],_i=""+_i;let wr=_i.indexOf(`
`)==-1?[_i]:_i.split(/\n/gm);for(let ei=0;ei<wr.length;ei++){let Yp=wr[ei];kt?(f.save(),f.translate(J,re+ei*yi),f.rotate(kt),f.fillText(Yp,0,0),f.restore()):f.fillText(Yp,J,re+ei*yi)}}}et.show&&mn(Ri,et.filter(n,wt,S,Ue,yt),z,F,ln,an,Vt(et.width*At,3),et.stroke(n,S),et.dash,et.cap);let ls=A.grid;ls.show&&mn(Ri,ls.filter(n,wt,S,Ue,yt),z,z==0?2:1,z==0?E:N,z==0?ge:te,Vt(ls.width*At,3),ls.stroke(n,S),ls.dash,ls.cap),Ze.show&&mn([ln],[1],z==0?1:0,z==0?1:2,z==1?E:N,z==1?ge:te,Vt(Ze.width*At,3),Ze.stroke(n,S),Ze.dash,Ze.cap)}Pn("drawAxes")}function ft(S){_.forEach((A,F)=>{F>0&&(A._paths=null,S&&(s==1?(A.min=null,A.max=null):A.facets.forEach(z=>{z.min=null,z.max=null})))})}let on=!1,Jn=!1,Ft=[];function gn(){Jn=!1;for(let S=0;S<Ft.length;S++)Pn(...Ft[S]);Ft.length=0}function Bn(){on||(vv(Pp),on=!0)}function Ql(S,A=!1){on=!0,Jn=A,S(n),Pp(),A&&Ft.length>0&&queueMicrotask(gn)}n.batch=Ql;function Pp(){if(de&&(pt(),de=!1),Se&&(Te(),Se=!1),be){if(jt(d,_o,Ke),jt(d,"top",ct),jt(d,Ua,q),jt(d,Fa,Pe),jt(p,_o,Ke),jt(p,"top",ct),jt(p,Ua,q),jt(p,Fa,Pe),jt(u,Ua,sn),jt(u,Fa,dn),h.width=Mn(sn*At),h.height=Mn(dn*At),b.forEach(({_el:S,_show:A,_size:F,_pos:z,side:J})=>{if(S!=null)if(A){let re=J===3||J===0?F:0,pe=J%2==1;jt(S,pe?"left":"top",z-re),jt(S,pe?"width":"height",F),jt(S,pe?"top":"left",pe?ct:Ke),jt(S,pe?"height":"width",pe?Pe:q),Sf(S,Pr)}else vi(S,Pr)}),to=Qs=no=Z=le=ne=ie=Ae=C=null,Ie=1,Ea(!0),Ke!=Ee||ct!=Gt||q!=$e||Pe!=Je){ft(!1);let S=q/$e,A=Pe/Je;if(W&&!ce&&K.left>=0){K.left*=S,K.top*=A,so&&us(so,Mn(K.left),0,q,Pe),ro&&us(ro,0,Mn(K.top),q,Pe);for(let F=0;F<ht.length;F++){let z=ht[F];z!=null&&(Xt[F]*=S,jn[F]*=A,us(z,Ii(Xt[F]),Ii(jn[F]),q,Pe))}}if(Yt.show&&!ue&&Yt.left>=0&&Yt.width>0){Yt.left*=S,Yt.width*=S,Yt.top*=A,Yt.height*=A;for(let F in tf)jt(lo,F,Yt[F])}Ee=Ke,Gt=ct,$e=q,Je=Pe}Pn("setSize"),be=!1}sn>0&&dn>0&&(f.clearRect(0,0,h.width,h.height),Pn("drawClear"),w.forEach(S=>S()),Pn("draw")),Yt.show&&ue&&(ec(Yt),ue=!1),W&&ce&&(Mr(null,!0,!1),ce=!1),Q.show&&Q.live&&_e&&(Qu(),_e=!1),c||(c=!0,n.status=1,Pn("ready")),Ks=!1,on=!1}n.redraw=(S,A)=>{Se=A||!1,S!==!1?tr(M,R.min,R.max):Bn()};function ju(S,A){let F=x[S];if(F.from==null){if(rn==0){let z=F.range(n,A.min,A.max,S);A.min=z[0],A.max=z[1]}if(A.min>A.max){let z=A.min;A.min=A.max,A.max=z}if(rn>1&&A.min!=null&&A.max!=null&&A.max-A.min<1e-16)return;S==M&&F.distr==2&&rn>0&&(A.min=Wi(A.min,e[0]),A.max=Wi(A.max,e[0]),A.min==A.max&&A.max++),k[S]=A,de=!0,Bn()}}n.setScale=ju;let Ju,Ku,so,ro,Ip,Lp,oo,ao,Np,Dp,qt,Kt,er=!1,On=K.drag,Cn=On.x,Rn=On.y;W&&(K.x&&(Ju=Pi(Wx,p)),K.y&&(Ku=Pi($x,p)),R.ori==0?(so=Ju,ro=Ku):(so=Ku,ro=Ju),qt=K.left,Kt=K.top);let Yt=n.select=_n({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),lo=Yt.show?Pi(Vx,Yt.over?p:d):null;function ec(S,A){if(Yt.show){for(let F in S)Yt[F]=S[F],F in tf&&jt(lo,F,S[F]);A!==!1&&Pn("setSelect")}}n.setSelect=ec;function W_(S){if(_[S].show)U&&Sf(ze[S],Pr);else if(U&&vi(ze[S],Pr),W){let F=Re?ht[0]:ht[S];F!=null&&us(F,-10,-10,q,Pe)}}function tr(S,A,F){ju(S,{min:A,max:F})}function rs(S,A,F,z){A.focus!=null&&Z_(S),A.show!=null&&_.forEach((J,re)=>{re>0&&(S==re||S==null)&&(J.show=A.show,W_(re),s==2?(tr(J.facets[0].scale,null,null),tr(J.facets[1].scale,null,null)):tr(J.scale,null,null),Bn())}),F!==!1&&Pn("setSeries",S,A),z&&Ta("setSeries",n,S,A)}n.setSeries=rs;function $_(S,A){_n(T[S],A)}function X_(S,A){S.fill=xt(S.fill||null),S.dir=Et(S.dir,-1),A=A??T.length,T.splice(A,0,S)}function q_(S){S==null?T.length=0:T.splice(S,1)}n.addBand=X_,n.setBand=$_,n.delBand=q_;function Y_(S,A){_[S].alpha=A,W&&ht[S]!=null&&(ht[S].style.opacity=A),U&&ze[S]&&(ze[S].style.opacity=A)}let Ls,nr,Sr,co={focus:!0};function Z_(S){if(S!=Sr){let A=S==null,F=Ge.alpha!=1;_.forEach((z,J)=>{if(s==1||J>0){let re=A||J==0||J==S;z._focus=A?null:re,F&&Y_(J,re?1:Ge.alpha)}}),Sr=S,F&&Bn()}}U&&it&&vt(Nm,ee,S=>{K._lock||(nt(S),Sr!=null&&rs(null,co,!0,yn.setSeries))});function os(S,A,F){let z=x[A];F&&(S=S/At-(z.ori==1?ct:Ke));let J=q;z.ori==1&&(J=Pe,S=J-S),z.dir==-1&&(S=J-S);let re=z._min,pe=z._max,ye=S/J,Me=re+(pe-re)*ye,Ue=z.distr;return Ue==3?bo(10,Me):Ue==4?lv(Me,z.asinh):Ue==100?z.bwd(Me):Me}function j_(S,A){let F=os(S,M,A);return Wi(F,e[0],hn,un)}n.valToIdx=S=>Wi(S,e[0]),n.posToIdx=j_,n.posToVal=os,n.valToPos=(S,A,F)=>x[A].ori==0?r(S,x[A],F?te:q,F?N:0):o(S,x[A],F?ge:Pe,F?E:0),n.setCursor=(S,A,F)=>{qt=S.left,Kt=S.top,Mr(null,A,F)};function Up(S,A){jt(lo,_o,Yt.left=S),jt(lo,Ua,Yt.width=A)}function Fp(S,A){jt(lo,"top",Yt.top=S),jt(lo,Fa,Yt.height=A)}let Ma=R.ori==0?Up:Fp,wa=R.ori==1?Up:Fp;function J_(){if(U&&Q.live)for(let S=s==2?1:0;S<_.length;S++){if(S==0&&rt)continue;let A=Q.values[S],F=0;for(let z in A)De[S][F++].firstChild.nodeValue=A[z]}}function Qu(S,A){if(S!=null&&(S.idxs?S.idxs.forEach((F,z)=>{X[z]=F}):fv(S.idx)||X.fill(S.idx),Q.idx=X[0]),U&&Q.live){for(let F=0;F<_.length;F++)(F>0||s==1&&!rt)&&K_(F,X[F]);J_()}_e=!1,A!==!1&&Pn("setLegend")}n.setLegend=Qu;function K_(S,A){let F=_[S],z=S==0&&H==2?mi:e[S],J;rt?J=F.values(n,S,A)??Ye:(J=F.value(n,A==null?null:z[A],S,A),J=J==null?Ye:{_:J}),Q.values[S]=J}function Mr(S,A,F){Np=qt,Dp=Kt,[qt,Kt]=K.move(n,qt,Kt),K.left=qt,K.top=Kt,W&&(so&&us(so,Mn(qt),0,q,Pe),ro&&us(ro,0,Mn(Kt),q,Pe));let z,J=hn>un;Ls=Ht,nr=null;let re=R.ori==0?q:Pe,pe=R.ori==1?q:Pe;if(qt<0||rn==0||J){z=K.idx=null;for(let ye=0;ye<_.length;ye++){let Me=ht[ye];Me!=null&&us(Me,-10,-10,q,Pe)}it&&rs(null,co,!0,S==null&&yn.setSeries),Q.live&&(X.fill(z),_e=!0)}else{let ye,Me,Ue;s==1&&(ye=R.ori==0?qt:Kt,Me=os(ye,M),z=K.idx=Wi(Me,e[0],hn,un),Ue=B(e[0][z],R,re,0));let Fe=-10,ke=-10,lt=0,Tt=0,wt=!0,yt="",et="";for(let Ze=s==2?1:0;Ze<_.length;Ze++){let Zt=_[Ze],an=X[Ze],In=an==null?null:s==1?e[Ze][an]:e[Ze][1][an],kt=K.dataIdx(n,Ze,z,Me),ln=kt==null?null:s==1?e[Ze][kt]:e[Ze][1][kt];if(_e=_e||ln!=In||kt!=an,X[Ze]=kt,Ze>0&&Zt.show){let gi=kt==null?-10:kt==z?Ue:B(s==1?e[0][kt]:e[Ze][0][kt],R,re,0),Kn=ln==null?-10:P(ln,s==1?x[Zt.scale]:x[Zt.facets[1].scale],pe,0);if(it&&ln!=null){let Ci=R.ori==1?qt:Kt,Gi=wn(Ge.dist(n,Ze,kt,Kn,Ci));if(Gi<Ls){let as=Ge.bias;if(as!=0){let yi=os(Ci,Zt.scale),Ri=ln>=0?1:-1,Hi=yi>=0?1:-1;Hi==Ri&&(Hi==1?as==1?ln>=yi:ln<=yi:as==1?ln<=yi:ln>=yi)&&(Ls=Gi,nr=Ze)}else Ls=Gi,nr=Ze}}if(_e||Re){let Ci,Gi;R.ori==0?(Ci=gi,Gi=Kn):(Ci=Kn,Gi=gi);let as,yi,Ri,Hi,ls,Qn,_i=!0,wr=me.bbox;if(wr!=null){_i=!1;let ei=wr(n,Ze);Ri=ei.left,Hi=ei.top,as=ei.width,yi=ei.height}else Ri=Ci,Hi=Gi,as=yi=me.size(n,Ze);if(Qn=me.fill(n,Ze),ls=me.stroke(n,Ze),Re)Ze==nr&&Ls<=Ge.prox&&(Fe=Ri,ke=Hi,lt=as,Tt=yi,wt=_i,yt=Qn,et=ls);else{let ei=ht[Ze];ei!=null&&(Xt[Ze]=Ri,jn[Ze]=Hi,zm(ei,as,yi,_i),Bm(ei,Qn,ls),us(ei,Ii(Ri),Ii(Hi),q,Pe))}}}}if(Re){let Ze=Ge.prox,Zt=Sr==null?Ls<=Ze:Ls>Ze||nr!=Sr;if(_e||Zt){let an=ht[0];an!=null&&(Xt[0]=Fe,jn[0]=ke,zm(an,lt,Tt,wt),Bm(an,yt,et),us(an,Ii(Fe),Ii(ke),q,Pe))}}}if(Yt.show&&er)if(S!=null){let[ye,Me]=yn.scales,[Ue,Fe]=yn.match,[ke,lt]=S.cursor.sync.scales,Tt=S.cursor.drag;if(Cn=Tt._x,Rn=Tt._y,Cn||Rn){let{left:wt,top:yt,width:et,height:Ze}=S.select,Zt=S.scales[ke].ori,an=S.posToVal,In,kt,ln,gi,Kn,Ci=ye!=null&&Ue(ye,ke),Gi=Me!=null&&Fe(Me,lt);Ci&&Cn?(Zt==0?(In=wt,kt=et):(In=yt,kt=Ze),ln=x[ye],gi=B(an(In,ke),ln,re,0),Kn=B(an(In+kt,ke),ln,re,0),Ma($i(gi,Kn),wn(Kn-gi))):Ma(0,re),Gi&&Rn?(Zt==1?(In=wt,kt=et):(In=yt,kt=Ze),ln=x[Me],gi=P(an(In,lt),ln,pe,0),Kn=P(an(In+kt,lt),ln,pe,0),wa($i(gi,Kn),wn(Kn-gi))):wa(0,pe)}else nf()}else{let ye=wn(Np-Ip),Me=wn(Dp-Lp);if(R.ori==1){let lt=ye;ye=Me,Me=lt}Cn=On.x&&ye>=On.dist,Rn=On.y&&Me>=On.dist;let Ue=On.uni;Ue!=null?Cn&&Rn&&(Cn=ye>=Ue,Rn=Me>=Ue,!Cn&&!Rn&&(Me>ye?Rn=!0:Cn=!0)):On.x&&On.y&&(Cn||Rn)&&(Cn=Rn=!0);let Fe,ke;Cn&&(R.ori==0?(Fe=oo,ke=qt):(Fe=ao,ke=Kt),Ma($i(Fe,ke),wn(ke-Fe)),Rn||wa(0,pe)),Rn&&(R.ori==1?(Fe=oo,ke=qt):(Fe=ao,ke=Kt),wa($i(Fe,ke),wn(ke-Fe)),Cn||Ma(0,re)),!Cn&&!Rn&&(Ma(0,0),wa(0,0))}if(On._x=Cn,On._y=Rn,S==null){if(F){if(qp!=null){let[ye,Me]=yn.scales;yn.values[0]=ye!=null?os(R.ori==0?qt:Kt,ye):null,yn.values[1]=Me!=null?os(R.ori==1?qt:Kt,Me):null}Ta(pf,n,qt,Kt,q,Pe,z)}if(it){let ye=F&&yn.setSeries,Me=Ge.prox;Sr==null?Ls<=Me&&rs(nr,co,!0,ye):Ls>Me?rs(null,co,!0,ye):nr!=Sr&&rs(nr,co,!0,ye)}}_e&&(Q.idx=z,Qu()),A!==!1&&Pn("setCursor")}let ir=null;Object.defineProperty(n,"rect",{get(){return ir==null&&Ea(!1),ir}});function Ea(S=!1){S?ir=null:(ir=p.getBoundingClientRect(),Pn("syncRect",ir))}function Op(S,A,F,z,J,re,pe){K._lock||er&&S!=null&&S.movementX==0&&S.movementY==0||(ef(S,A,F,z,J,re,pe,!1,S!=null),S!=null?Mr(null,!0,!0):Mr(A,!0,!1))}function ef(S,A,F,z,J,re,pe,ye,Me){if(ir==null&&Ea(!1),nt(S),S!=null)F=S.clientX-ir.left,z=S.clientY-ir.top;else{if(F<0||z<0){qt=-10,Kt=-10;return}let[Ue,Fe]=yn.scales,ke=A.cursor.sync,[lt,Tt]=ke.values,[wt,yt]=ke.scales,[et,Ze]=yn.match,Zt=A.axes[0].side%2==1,an=R.ori==0?q:Pe,In=R.ori==1?q:Pe,kt=Zt?re:J,ln=Zt?J:re,gi=Zt?z:F,Kn=Zt?F:z;if(wt!=null?F=et(Ue,wt)?a(lt,x[Ue],an,0):-10:F=an*(gi/kt),yt!=null?z=Ze(Fe,yt)?a(Tt,x[Fe],In,0):-10:z=In*(Kn/ln),R.ori==1){let Ci=F;F=z,z=Ci}}Me&&(A==null||A.cursor.event.type==pf)&&((F<=1||F>=q-1)&&(F=Cr(F,q)),(z<=1||z>=Pe-1)&&(z=Cr(z,Pe))),ye?(Ip=F,Lp=z,[oo,ao]=K.move(n,F,z)):(qt=F,Kt=z)}let tf={width:0,height:0,left:0,top:0};function nf(){ec(tf,!1)}let Bp,kp,zp,Gp;function Hp(S,A,F,z,J,re,pe){er=!0,Cn=Rn=On._x=On._y=!1,ef(S,A,F,z,J,re,pe,!0,!1),S!=null&&(vt(mf,vf,Vp,!1),Ta(Im,n,oo,ao,q,Pe,null));let{left:ye,top:Me,width:Ue,height:Fe}=Yt;Bp=ye,kp=Me,zp=Ue,Gp=Fe}function Vp(S,A,F,z,J,re,pe){er=On._x=On._y=!1,ef(S,A,F,z,J,re,pe,!1,!0);let{left:ye,top:Me,width:Ue,height:Fe}=Yt,ke=Ue>0||Fe>0,lt=Bp!=ye||kp!=Me||zp!=Ue||Gp!=Fe;if(ke&&lt&&ec(Yt),On.setScale&&ke&&lt){let Tt=ye,wt=Ue,yt=Me,et=Fe;if(R.ori==1&&(Tt=Me,wt=Fe,yt=ye,et=Ue),Cn&&tr(M,os(Tt,M),os(Tt+wt,M)),Rn)for(let Ze in x){let Zt=x[Ze];Ze!=M&&Zt.from==null&&Zt.min!=Ht&&tr(Ze,os(yt+et,Ze),os(yt,Ze))}nf()}else K.lock&&(K._lock=!K._lock,Mr(A,!0,S!=null));S!=null&&(bn(mf,vf),Ta(mf,n,qt,Kt,q,Pe,null))}function Q_(S,A,F,z,J,re,pe){if(K._lock)return;nt(S);let ye=er;if(er){let Me=!0,Ue=!0,Fe=10,ke,lt;R.ori==0?(ke=Cn,lt=Rn):(ke=Rn,lt=Cn),ke&&lt&&(Me=qt<=Fe||qt>=q-Fe,Ue=Kt<=Fe||Kt>=Pe-Fe),ke&&Me&&(qt=qt<oo?0:q),lt&&Ue&&(Kt=Kt<ao?0:Pe),Mr(null,!0,!0),er=!1}qt=-10,Kt=-10,X.fill(null),Mr(null,!0,!0),ye&&(er=ye)}function Wp(S,A,F,z,J,re,pe){K._lock||(nt(S),Sa(),nf(),S!=null&&Ta(Dm,n,qt,Kt,q,Pe,null))}function $p(){b.forEach(Cb),$(n.width,n.height,!0)}Ir(_c,vo,$p);let ho={};ho.mousedown=Hp,ho.mousemove=Op,ho.mouseup=Vp,ho.dblclick=Wp,ho.setSeries=(S,A,F,z)=>{let J=yn.match[2];F=J(n,A,F),F!=-1&&rs(F,z,!0,!1)},W&&(vt(Im,p,Hp),vt(pf,p,Op),vt(Lm,p,S=>{nt(S),Ea(!1)}),vt(Nm,p,Q_),vt(Dm,p,Wp),Cf.add(n),n.syncRect=Ea);let tc=n.hooks=i.hooks||{};function Pn(S,A,F){Jn?Ft.push([S,A,F]):S in tc&&tc[S].forEach(z=>{z.call(null,n,A,F)})}(i.plugins||[]).forEach(S=>{for(let A in S.hooks)tc[A]=(tc[A]||[]).concat(S.hooks[A])});let Xp=(S,A,F)=>F,yn=_n({key:null,setSeries:!1,filters:{pub:$m,sub:$m},scales:[M,_[1]?_[1].scale:null],match:[Xm,Xm,Xp],values:[null,null]},K.sync);yn.match.length==2&&yn.match.push(Xp),K.sync=yn;let qp=yn.key,sf=Hg(qp);function Ta(S,A,F,z,J,re,pe){yn.filters.pub(S,A,F,z,J,re,pe)&&sf.pub(S,A,F,z,J,re,pe)}sf.sub(n);function ex(S,A,F,z,J,re,pe){yn.filters.sub(S,A,F,z,J,re,pe)&&ho[S](null,A,F,z,J,re,pe)}n.pub=ex;function tx(){sf.unsub(n),Cf.delete(n),fn.clear(),Mf(_c,vo,$p),l.remove(),ee?.remove(),Pn("destroy")}n.destroy=tx;function rf(){Pn("init",i,e),ba(e||i.data,!1),k[M]?ju(M,k[M]):Sa(),ue=Yt.show&&(Yt.width>0||Yt.height>0),ce=_e=!0,$(i.width,i.height)}return _.forEach(eo),b.forEach(Cs),t?t instanceof HTMLElement?(t.appendChild(l),rf()):t(n,rf):rf(),n}Ln.assign=_n;Ln.fmtNum=Uf;Ln.rangeNum=xc;Ln.rangeLog=Sc;Ln.rangeAsinh=Nf;Ln.orient=Nr;Ln.pxRatio=At;Ln.join=xv;Ln.fmtDate=Of,Ln.tzDate=Pv;Ln.sync=Hg;{Ln.addGap=fb,Ln.clipGaps=Ec;let i=Ln.paths={points:Yg};i.linear=jg,i.stepped=mb,i.bars=gb,i.spline=_b}var Wf=60,Rc=i=>Array.isArray(i)||ArrayBuffer.isView(i);function e0(i){return typeof i=="number"?Number.isInteger(i)?String(i):i.toPrecision(6).replace(/\.?0+(e|$)/,"$1"):typeof i=="string"?JSON.stringify(i):String(i)}function Co(i,e,t=""){if(typeof i!="object"||i===null)return oe("span",{class:"value"},e0(i));let n=Rc(i)?Array.from({length:Math.min(i.length,Wf)},(r,o)=>String(o)):Object.keys(i),s=oe("ul",{class:"tree"});for(let r of n){let o=i[r],a=t?`${t}.${r}`:r;if(typeof o!="object"||o===null){s.append(oe("li",{},oe("span",{class:"name"},`${r}: `),oe("span",{class:"value"},e0(o))));continue}let c=Rc(o)?`${r} [${o.length}]`:r,l=oe("details",{open:e.has(a)},oe("summary",{},c));e.has(a)&&l.append(Co(o,e,a)),l.ontoggle=()=>{l.open!==e.has(a)&&(l.open?(e.add(a),l.children.length===1&&l.append(Co(o,e,a))):e.delete(a))},s.append(oe("li",{},l))}return Rc(i)&&i.length>Wf&&s.append(oe("li",{},`\u2026 ${i.length-Wf} more`)),s}function t0(i,e){let t=i;for(let n of e.split(".")){if(t==null)return;t=t[n]}if(typeof t=="number")return t;if(typeof t=="bigint")return Number(t);if(typeof t=="boolean")return t?1:0;if(typeof t=="object"&&t!==null&&"nsec"in t)return t.sec+t.nsec/1e9}function $f(i,e="",t=0){return typeof i=="number"||typeof i=="bigint"||typeof i=="boolean"?[e]:typeof i!="object"||i===null||t>8?[]:e&&"nsec"in i&&"sec"in i?[e]:(Rc(i)?Array.from({length:Math.min(i.length,12)},(s,r)=>String(r)):Object.keys(i)).flatMap(s=>$f(i[s],e?`${e}.${s}`:s,t+1))}function n0(i){let e=i.find(t=>t.name===void 0)??i[0];return e?i0(e,i):{element:oe("div"),value:()=>({})}}function i0(i,e){let t=i.definitions.filter(s=>!s.isConstant).map(s=>({field:s,form:Rb(s,e)})),n=oe("div",{class:"form"});for(let s of t)s.field.isComplex&&!s.field.isArray?n.append(oe("details",{},oe("summary",{},s.field.name),s.form.element)):n.append(oe("label",{title:s.field.type},oe("span",{},s.field.name),s.form.element));return{element:n,value:()=>Object.fromEntries(t.map(s=>[s.field.name,s.form.value()]))}}function Rb(i,e){if(i.isArray){let n=oe("input",{type:"text",value:JSON.stringify(Array.from({length:i.arrayLength??0},()=>0))});return{element:n,value:()=>Pb(n.value,i)}}let t=i.isComplex&&e.find(n=>n.name===i.type);if(t)return i0(t,e);switch(i.type){case"bool":{let n=oe("input",{type:"checkbox"});return{element:n,value:()=>n.checked}}case"string":{let n=oe("input",{type:"text"});return{element:n,value:()=>n.value}}case"time":case"duration":{let n=oe("input",{type:"number",step:"any",value:0,title:"s"});return{element:n,value:()=>({sec:Math.floor(Number(n.value)),nsec:Math.round(Number(n.value)%1*1e9)})}}default:{let n=i.type.includes("int"),s=oe("input",{type:"number",step:n?1:"any",value:0});return{element:s,value:()=>/64$/.test(i.type)&&n?BigInt(Math.trunc(Number(s.value))):Number(s.value)}}}}function Pb(i,e){let t;try{t=JSON.parse(i)}catch{throw new Error(`${e.name}: '${i}' is no JSON; write a list as [1, 2]`)}if(!Array.isArray(t))throw new Error(`${e.name}: write a list as [1, 2]`);return t}var Pc=["#3b82f6","#ef4444","#22a55b","#d97706","#a855f7","#0ea5b7","#db2777","#84a313"],Xf=2e4,Ib=150;function s0(i,e,t){let n=[],s=!1,r=!0,o,a=oe("div",{class:"chart"}),c=oe("select",{"aria-label":"topic"}),l=oe("input",{type:"text",placeholder:"field, as twist.twist.linear.x","aria-label":"field",list:`paths-${Math.random()}`}),h=oe("datalist",{id:l.getAttribute("list")}),f=oe("input",{type:"number",min:1,step:1,value:e.span??60,title:"s that are shown","aria-label":"s that are shown"}),u=oe("div",{class:"chips"}),d,p=()=>{if(d?.(),h.replaceChildren(),!c.value)return;let R=!1;d=i.subscribe(c.value,H=>{R||(R=!0,h.replaceChildren(...$f(H).map(B=>oe("option",{value:B}))))},1)},y=()=>{let R=[...i.channels.keys()].sort(),H=c.value;uo(c,R,"topic \u2026"),c.value!==H&&p()};c.onchange=p;let m=()=>{e.series=n.map(R=>[R.topic,R.path]),e.span=Number(f.value),t(),_()},g=(R,H)=>{if(!R||!H||n.some(P=>P.topic===R&&P.path===H))return;let B={topic:R,path:H,times:[],values:[],stop:()=>{}};B.stop=i.subscribe(R,(P,k)=>{let O=t0(P,H);if(O===void 0||s)return;let V=P.header&&P.header.stamp.sec+P.header.stamp.nsec/1e9||k;B.times.length&&V<B.times.at(-1)-1&&(B.times.length=B.values.length=0),B.times.push(V),B.values.push(Number.isFinite(O)?O:null),B.times.length>Xf&&(B.times.splice(0,Xf/10),B.values.splice(0,Xf/10)),r=!0}),n.push(B)},_=()=>{o?.destroy();let R=getComputedStyle(document.documentElement),H={stroke:R.getPropertyValue("--text"),grid:{stroke:R.getPropertyValue("--line"),width:1},ticks:{stroke:R.getPropertyValue("--line"),width:1}};o=new Ln({width:Math.max(a.clientWidth,50),height:Math.max(a.clientHeight,50),legend:{show:!1},scales:{x:{time:!1}},axes:[{...H,label:"s",size:40,labelSize:14},{...H,size:60}],series:[{},...n.map((B,P)=>({label:`${B.topic}.${B.path}`,stroke:Pc[P%Pc.length],width:1.5,spanGaps:!0}))]},[[],...n.map(()=>[])],a),u.replaceChildren(...n.map((B,P)=>oe("span",{class:"chip"},oe("span",{style:`color:${Pc[P%Pc.length]}`},"\u2501 "),`${B.topic}.${B.path} `,It("\u2715","remove",()=>{B.stop(),n.splice(P,1),m()})))),r=!0},b=()=>{if(!r||!o||s)return;r=!1;let R=Math.max(...n.map(B=>B.times.at(-1)??-1/0))-Number(f.value),H=n.map(B=>{let P=B.times.findIndex(O=>O>=R),k=P<0?B.times.length:P;return[B.times.slice(k),B.values.slice(k)]});o.setData(H.length?Ln.join(H):[[]])},x=It("pause","stop the plot, to look at it",()=>{s=!s,x.textContent=s?"go on":"pause",x.setAttribute("aria-pressed",String(s))}),T=It("CSV","save what is plotted",()=>{let R=n.flatMap(H=>H.times.map((B,P)=>`${H.topic},${H.path},${B},${H.values[P]??""}`));ic("plot.csv",["topic,field,time,value",...R].join(`
`)+`
`,"text/csv")}),M=()=>{g(c.value,l.value),m()};l.onkeydown=R=>R.key==="Enter"&&M(),f.onchange=m;let v=i.on("topics",y),w=cs(Ib,b),D=new ResizeObserver(()=>o?.setSize({width:Math.max(a.clientWidth,50),height:Math.max(a.clientHeight,50)}));D.observe(a),y();for(let[R,H]of e.series??[["/ego/odom","twist.twist.linear.x"]])g(R,H);queueMicrotask(_);let L=matchMedia("(prefers-color-scheme: dark)");return L.addEventListener("change",_),document.addEventListener("theme",_),{element:oe("div",{class:"panel"},oe("div",{class:"tools"},c,l,h,It("add","plot this field",M),f,x,T),u,a),close(){v(),w(),D.disconnect(),L.removeEventListener("change",_),document.removeEventListener("theme",_),d?.();for(let R of n)R.stop();o?.destroy()}}}var r0=nc(af(),1);var Lb=/\/(get_loggers|set_logger_level|tf2_frames)$/;function o0(i,e,t){return l0(i,e,t,{kind:"services",word:"call",names:()=>[...i.services.keys()].filter(s=>!Lb.test(s)).sort(),describe:s=>i.services.get(s)?.type??"",schema:s=>i.services.get(s)?.request?.schema,send:(s,r)=>i.call(s,r)})}function a0(i,e,t){return l0(i,e,t,{kind:"topics",word:"publish",names:()=>[...i.channels.keys()].sort(),describe:n=>i.channels.get(n)?.schemaName??"",schema:n=>i.channels.get(n)?.schema,send:async(n,s)=>{let r=i.channels.get(n);return i.publish(n,r.schemaName,r.schema,s),{published:n}}})}function l0(i,e,t,n){let s=oe("select",{"aria-label":n.kind}),r=oe("span",{class:"note"}),o=oe("div"),a=oe("div",{class:"content","aria-live":"polite"}),c,l="",h=()=>{let g=n.schema(s.value),_=`${s.value}
${g}`;_!==l&&(l=_,r.textContent=n.describe(s.value),c=g===void 0?void 0:n0((0,r0.parse)(g)),o.replaceChildren(...c?[c.element]:[]),a.replaceChildren())},f=()=>{let g=n.names();uo(s,g,`${n.kind} \u2026`),e.name&&g.includes(e.name)&&(s.value=e.name),h(),p.textContent=i.state==="open"&&!i.canWrite?"this monitor is read-only":"",d.disabled=!i.canWrite};s.onchange=()=>{e.name=s.value,t(),h()};let u=async()=>{if(c){a.textContent="\u2026";try{a.replaceChildren(Co(await n.send(s.value,c.value()),new Set)),a.textContent||(a.textContent="done")}catch(g){a.replaceChildren(oe("span",{class:"error"},g.message))}}},d=It(n.word,n.word,()=>{u()}),p=oe("span",{class:"note"}),y=i.on(n.kind,f),m=i.on("state",f);return f(),{element:oe("div",{class:"panel"},oe("div",{class:"tools"},s,r),oe("div",{class:"scroll pad"},o,oe("div",{class:"tools"},d,p),a)),close(){y(),m()}}}var Nb=5;function c0(i,e,t){let n=oe("input",{type:"search",placeholder:"filter topics","aria-label":"filter topics",value:e.filter??""}),s=oe("tbody"),r=new Map,o=new Set(e.open??[]),a=()=>{let h=[...i.channels.values()].filter(u=>u.topic.includes(n.value)).sort((u,d)=>u.topic<d.topic?-1:1),f=new Map(h.map(u=>[`${u.topic} ${u.schemaName}`,u]));for(let[u,d]of r)f.has(u)||(d.close(),r.delete(u));for(let[u,d]of f)r.has(u)||r.set(u,Db(i,d.topic,d.schemaName,o,()=>{e.open=[...o],t()}));s.replaceChildren(...[...f.keys()].map(u=>r.get(u).element))};n.oninput=()=>{e.filter=n.value,t(),a()};let c=i.on("topics",a);a();let l=oe("table",{},oe("thead",{},oe("tr",{},oe("th",{},"topic"),oe("th",{},"type"),oe("th",{},"Hz"),oe("th",{},"kB/s"))),s);return{element:oe("div",{class:"panel"},oe("div",{class:"tools"},n),oe("div",{class:"scroll"},l)),close(){c();for(let h of r.values())h.close()}}}function Db(i,e,t,n,s){let r=oe("td",{class:"number"}),o=oe("td",{class:"number"}),a=oe("div",{class:"content"}),c=new Set,l,h,f=()=>{let p={count:0,bytes:0,at:performance.now()},y=0,m=i.subscribe(e,_=>{l=_,!(performance.now()<y)&&(y=performance.now()+1e3/Nb,a.replaceChildren(Co(l,c)))});a.textContent="no message yet";let g=cs(1e3,()=>{let _=performance.now(),{count:b,bytes:x}=i.received(e)??{count:0,bytes:0},T=(_-p.at)/1e3;r.textContent=((b-p.count)/T).toFixed(1),o.textContent=((x-p.bytes)/T/1e3).toFixed(1),p={count:b,bytes:x,at:_}});h=()=>{m(),g()}},u=oe("details",{open:n.has(e)},oe("summary",{},e),a),d=()=>{u.open&&!h&&f(),!u.open&&h&&(h(),h=void 0,r.textContent=o.textContent="",a.replaceChildren()),u.open!==n.has(e)&&(u.open?n.add(e):n.delete(e),s())};return u.ontoggle=d,d(),{element:oe("tr",{"data-topic":e},oe("td",{},u),oe("td",{},t),r,o),close:()=>h?.()}}var xr={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},vr={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},sy=0,Nd=1,ry=2;var Ul=1,oy=2,da=3,vs=0,ai=1,qn=2,$r=0,pa=1,Dd=2,Ud=3,Fd=4,ay=5;var Xr=100,ly=101,cy=102,hy=103,uy=104,fy=200,dy=201,py=202,my=203,Od=204,Bd=205,gy=206,yy=207,_y=208,xy=209,vy=210,by=211,Sy=212,My=213,wy=214,hh=0,uh=1,fh=2,Zo=3,dh=4,ph=5,mh=6,gh=7,Fl=0,Ey=1,Ty=2,bs=0,kd=1,zd=2,Gd=3,Hd=4,Vd=5,Wd=6,$d=7,_d="attached",Ay="detached",Xd=300,qr=301,ma=302,Oh=303,Bh=304,Vs=1e3,si=1001,yh=1002,Un=1003,Cy=1004;var Ol=1005;var Dn=1006,kh=1007;var Oi=1008;var fi=1009,qd=1010,Yd=1011,ga=1012,zh=1013,Qi=1014,Ai=1015,es=1016,Gh=1017,Hh=1018,Yr=1020,Zd=35902,jd=35899,Jd=1021,Kd=1022,Bi=1023,Ws=1026,Zs=1027,Vh=1028,Wh=1029,br=1030,$h=1031;var Xh=1033,Bl=33776,kl=33777,zl=33778,Gl=33779,qh=35840,Yh=35841,Zh=35842,jh=35843,Jh=36196,Kh=37492,Qh=37496,eu=37488,tu=37489,Hl=37490,nu=37491,iu=37808,su=37809,ru=37810,ou=37811,au=37812,lu=37813,cu=37814,hu=37815,uu=37816,fu=37817,du=37818,pu=37819,mu=37820,gu=37821,yu=36492,_u=36494,xu=36495,vu=36283,bu=36284,Vl=36285,Su=36286;var Br=2300,_h=2301,lh=2302,il=2303,xd=2400,vd=2401,bd=2402,Ry=2500;var Py=3200;var Wl=0,Iy=1,js="",Ot="srgb",sl="srgb-linear",rl="linear",Nt="srgb";var ch=7680;var Ly=519,Ny=512,Dy=513,Uy=514,Qd=515,Fy=516,Oy=517,ep=518,tp=519,np=35044;var ip="300 es",Ni=2e3,jo=2001;function Ub(i){for(let e=i.length-1;e>=0;--e)if(i[e]>=65535)return!0;return!1}function Fb(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function Jo(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function By(){let i=Jo("canvas");return i.style.display="block",i}var h0={},Ko=null;function ol(...i){let e="THREE."+i.shift();Ko?Ko("log",e,...i):console.log(e,...i)}function ky(i){let e=i[0];if(typeof e=="string"&&e.startsWith("TSL:")){let t=i[1];t&&t.isStackTrace?i[0]+=" "+t.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function je(...i){i=ky(i);let e="THREE."+i.shift();if(Ko)Ko("warn",e,...i);else{let t=i[0];t&&t.isStackTrace?console.warn(t.getError(e)):console.warn(e,...i)}}function Qe(...i){i=ky(i);let e="THREE."+i.shift();if(Ko)Ko("error",e,...i);else{let t=i[0];t&&t.isStackTrace?console.error(t.getError(e)):console.error(e,...i)}}function el(...i){let e=i.join(" ");e in h0||(h0[e]=!0,je(...i))}function zy(i,e,t){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(e,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,t);break;default:n()}}setTimeout(r,t)})}var Gy={[hh]:hh,[fh]:mh,[dh]:dh,[Zo]:ph,[uh]:uh,[mh]:fh,[gh]:gh,[ph]:Zo},ji=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[e]===void 0&&(n[e]=[]),n[e].indexOf(t)===-1&&n[e].push(t)}hasEventListener(e,t){let n=this._listeners;return n===void 0?!1:n[e]!==void 0&&n[e].indexOf(t)!==-1}removeEventListener(e,t){let n=this._listeners;if(n===void 0)return;let s=n[e];if(s!==void 0){let r=s.indexOf(t);r!==-1&&s.splice(r,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let n=t[e.type];if(n!==void 0){e.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,e);e.target=null}}},zn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],u0=1234567,tl=Math.PI/180,kr=180/Math.PI;function Ss(){let i=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(zn[i&255]+zn[i>>8&255]+zn[i>>16&255]+zn[i>>24&255]+"-"+zn[e&255]+zn[e>>8&255]+"-"+zn[e>>16&15|64]+zn[e>>24&255]+"-"+zn[t&63|128]+zn[t>>8&255]+"-"+zn[t>>16&255]+zn[t>>24&255]+zn[n&255]+zn[n>>8&255]+zn[n>>16&255]+zn[n>>24&255]).toLowerCase()}function gt(i,e,t){return Math.max(e,Math.min(t,i))}function sp(i,e){return(i%e+e)%e}function Ob(i,e,t,n,s){return n+(i-e)*(s-n)/(t-e)}function Bb(i,e,t){return i!==e?(t-i)/(e-i):0}function nl(i,e,t){return(1-t)*i+t*e}function kb(i,e,t,n){return nl(i,e,1-Math.exp(-t*n))}function zb(i,e=1){return e-Math.abs(sp(i,e*2)-e)}function Gb(i,e,t){return i<=e?0:i>=t?1:(i=(i-e)/(t-e),i*i*(3-2*i))}function Hb(i,e,t){return i<=e?0:i>=t?1:(i=(i-e)/(t-e),i*i*i*(i*(i*6-15)+10))}function Vb(i,e){return i+Math.floor(Math.random()*(e-i+1))}function Wb(i,e){return i+Math.random()*(e-i)}function $b(i){return i*(.5-Math.random())}function Xb(i){i!==void 0&&(u0=i);let e=u0+=1831565813;return e=Math.imul(e^e>>>15,e|1),e^=e+Math.imul(e^e>>>7,e|61),((e^e>>>14)>>>0)/4294967296}function qb(i){return i*tl}function Yb(i){return i*kr}function Zb(i){return i>0&&Number.isInteger(i)&&2**Math.round(Math.log2(i))===i}function jb(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function rp(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function Jb(i,e,t,n,s){let r=Math.cos,o=Math.sin,a=r(t/2),c=o(t/2),l=r((e+n)/2),h=o((e+n)/2),f=r((e-n)/2),u=o((e-n)/2),d=r((n-e)/2),p=o((n-e)/2);switch(s){case"XYX":i.set(a*h,c*f,c*u,a*l);break;case"YZY":i.set(c*u,a*h,c*f,a*l);break;case"ZXZ":i.set(c*f,c*u,a*h,a*l);break;case"XZX":i.set(a*h,c*p,c*d,a*l);break;case"YXY":i.set(c*d,a*h,c*p,a*l);break;case"ZYZ":i.set(c*p,c*d,a*h,a*l);break;default:je("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function Mu(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function op(i,e){if(e.constructor===Float32Array)return i;let t=Mu(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(i/t,-1)}function ap(i,e){if(e.constructor===Float32Array)return i;let t=Mu(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*t)}var li={DEG2RAD:tl,RAD2DEG:kr,generateUUID:Ss,clamp:gt,euclideanModulo:sp,mapLinear:Ob,inverseLerp:Bb,lerp:nl,damp:kb,pingpong:zb,smoothstep:Gb,smootherstep:Hb,randInt:Vb,randFloat:Wb,randFloatSpread:$b,seededRandom:Xb,degToRad:qb,radToDeg:Yb,isPowerOfTwo:Zb,ceilPowerOfTwo:jb,floorPowerOfTwo:rp,setQuaternionFromProperEuler:Jb,normalize:ap,denormalize:op},We=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,n=this.y,s=e.elements;return this.x=s[0]*t+s[3]*n+s[6],this.y=s[1]*t+s[4]*n+s[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=gt(this.x,e.x,t.x),this.y=gt(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=gt(this.x,e,t),this.y=gt(this.y,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(gt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(gt(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y;return t*t+n*n}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let n=Math.cos(t),s=Math.sin(t),r=this.x-e.x,o=this.y-e.y;return this.x=r*n-o*s+e.x,this.y=r*s+o*n+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},cn=class{constructor(e=0,t=0,n=0,s=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=n,this._w=s}static slerpFlat(e,t,n,s,r,o,a){let c=n[s+0],l=n[s+1],h=n[s+2],f=n[s+3],u=r[o+0],d=r[o+1],p=r[o+2],y=r[o+3];if(f!==y||c!==u||l!==d||h!==p){let m=c*u+l*d+h*p+f*y;m<0&&(u=-u,d=-d,p=-p,y=-y,m=-m);let g=1-a;if(m<.9995){let _=Math.acos(m),b=Math.sin(_);g=Math.sin(g*_)/b,a=Math.sin(a*_)/b,c=c*g+u*a,l=l*g+d*a,h=h*g+p*a,f=f*g+y*a}else{c=c*g+u*a,l=l*g+d*a,h=h*g+p*a,f=f*g+y*a;let _=1/Math.sqrt(c*c+l*l+h*h+f*f);c*=_,l*=_,h*=_,f*=_}}e[t]=c,e[t+1]=l,e[t+2]=h,e[t+3]=f}static multiplyQuaternionsFlat(e,t,n,s,r,o){let a=n[s],c=n[s+1],l=n[s+2],h=n[s+3],f=r[o],u=r[o+1],d=r[o+2],p=r[o+3];return e[t]=a*p+h*f+c*d-l*u,e[t+1]=c*p+h*u+l*f-a*d,e[t+2]=l*p+h*d+a*u-c*f,e[t+3]=h*p-a*f-c*u-l*d,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,n,s){return this._x=e,this._y=t,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let n=e._x,s=e._y,r=e._z,o=e._order,a=Math.cos,c=Math.sin,l=a(n/2),h=a(s/2),f=a(r/2),u=c(n/2),d=c(s/2),p=c(r/2);switch(o){case"XYZ":this._x=u*h*f+l*d*p,this._y=l*d*f-u*h*p,this._z=l*h*p+u*d*f,this._w=l*h*f-u*d*p;break;case"YXZ":this._x=u*h*f+l*d*p,this._y=l*d*f-u*h*p,this._z=l*h*p-u*d*f,this._w=l*h*f+u*d*p;break;case"ZXY":this._x=u*h*f-l*d*p,this._y=l*d*f+u*h*p,this._z=l*h*p+u*d*f,this._w=l*h*f-u*d*p;break;case"ZYX":this._x=u*h*f-l*d*p,this._y=l*d*f+u*h*p,this._z=l*h*p-u*d*f,this._w=l*h*f+u*d*p;break;case"YZX":this._x=u*h*f+l*d*p,this._y=l*d*f+u*h*p,this._z=l*h*p-u*d*f,this._w=l*h*f-u*d*p;break;case"XZY":this._x=u*h*f-l*d*p,this._y=l*d*f-u*h*p,this._z=l*h*p+u*d*f,this._w=l*h*f+u*d*p;break;default:je("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let n=t/2,s=Math.sin(n);return this._x=e.x*s,this._y=e.y*s,this._z=e.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,n=t[0],s=t[4],r=t[8],o=t[1],a=t[5],c=t[9],l=t[2],h=t[6],f=t[10],u=n+a+f;if(u>0){let d=.5/Math.sqrt(u+1);this._w=.25/d,this._x=(h-c)*d,this._y=(r-l)*d,this._z=(o-s)*d}else if(n>a&&n>f){let d=2*Math.sqrt(1+n-a-f);this._w=(h-c)/d,this._x=.25*d,this._y=(s+o)/d,this._z=(r+l)/d}else if(a>f){let d=2*Math.sqrt(1+a-n-f);this._w=(r-l)/d,this._x=(s+o)/d,this._y=.25*d,this._z=(c+h)/d}else{let d=2*Math.sqrt(1+f-n-a);this._w=(o-s)/d,this._x=(r+l)/d,this._y=(c+h)/d,this._z=.25*d}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let n=e.dot(t)+1;return n<1e-8?(n=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=n):(this._x=0,this._y=-e.z,this._z=e.y,this._w=n)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=n),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(gt(this.dot(e),-1,1)))}rotateTowards(e,t){let n=this.angleTo(e);if(n===0)return this;let s=Math.min(1,t/n);return this.slerp(e,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let n=e._x,s=e._y,r=e._z,o=e._w,a=t._x,c=t._y,l=t._z,h=t._w;return this._x=n*h+o*a+s*l-r*c,this._y=s*h+o*c+r*a-n*l,this._z=r*h+o*l+n*c-s*a,this._w=o*h-n*a-s*c-r*l,this._onChangeCallback(),this}slerp(e,t){let n=e._x,s=e._y,r=e._z,o=e._w,a=this.dot(e);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let c=1-t;if(a<.9995){let l=Math.acos(a),h=Math.sin(l);c=Math.sin(c*l)/h,t=Math.sin(t*l)/h,this._x=this._x*c+n*t,this._y=this._y*c+s*t,this._z=this._z*c+r*t,this._w=this._w*c+o*t,this._onChangeCallback()}else this._x=this._x*c+n*t,this._y=this._y*c+s*t,this._z=this._z*c+r*t,this._w=this._w*c+o*t,this.normalize();return this}slerpQuaternions(e,t,n){return this.copy(e).slerp(t,n)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(e),s*Math.cos(e),r*Math.sin(t),r*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},Y=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,n=0){this.x=e,this.y=t,this.z=n}set(e,t,n){return n===void 0&&(n=this.z),this.x=e,this.y=t,this.z=n,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(f0.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(f0.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,n=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[3]*n+r[6]*s,this.y=r[1]*t+r[4]*n+r[7]*s,this.z=r[2]*t+r[5]*n+r[8]*s,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,n=this.y,s=this.z,r=e.elements,o=1/(r[3]*t+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*t+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*t+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*t+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(e){let t=this.x,n=this.y,s=this.z,r=e.x,o=e.y,a=e.z,c=e.w,l=2*(o*s-a*n),h=2*(a*t-r*s),f=2*(r*n-o*t);return this.x=t+c*l+o*f-a*h,this.y=n+c*h+a*l-r*f,this.z=s+c*f+r*h-o*l,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,n=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[4]*n+r[8]*s,this.y=r[1]*t+r[5]*n+r[9]*s,this.z=r[2]*t+r[6]*n+r[10]*s,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=gt(this.x,e.x,t.x),this.y=gt(this.y,e.y,t.y),this.z=gt(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=gt(this.x,e,t),this.y=gt(this.y,e,t),this.z=gt(this.z,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(gt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let n=e.x,s=e.y,r=e.z,o=t.x,a=t.y,c=t.z;return this.x=s*c-r*a,this.y=r*o-n*c,this.z=n*a-s*o,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let n=e.dot(this)/t;return this.copy(e).multiplyScalar(n)}projectOnPlane(e){return qf.copy(this).projectOnVector(e),this.sub(qf)}reflect(e){return this.sub(qf.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(gt(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y,s=this.z-e.z;return t*t+n*n+s*s}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,n){let s=Math.sin(t)*e;return this.x=s*Math.sin(n),this.y=Math.cos(t)*e,this.z=s*Math.cos(n),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,n){return this.x=e*Math.sin(t),this.y=n,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),n=this.setFromMatrixColumn(e,1).length(),s=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=n,this.z=s,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,n=Math.sqrt(1-t*t);return this.x=n*Math.cos(e),this.y=t,this.z=n*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},qf=new Y,f0=new cn,at=class{static{this.prototype.isMatrix3=!0}constructor(e,t,n,s,r,o,a,c,l){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,n,s,r,o,a,c,l)}set(e,t,n,s,r,o,a,c,l){let h=this.elements;return h[0]=e,h[1]=s,h[2]=a,h[3]=t,h[4]=r,h[5]=c,h[6]=n,h[7]=o,h[8]=l,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],this}extractBasis(e,t,n){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,s=t.elements,r=this.elements,o=n[0],a=n[3],c=n[6],l=n[1],h=n[4],f=n[7],u=n[2],d=n[5],p=n[8],y=s[0],m=s[3],g=s[6],_=s[1],b=s[4],x=s[7],T=s[2],M=s[5],v=s[8];return r[0]=o*y+a*_+c*T,r[3]=o*m+a*b+c*M,r[6]=o*g+a*x+c*v,r[1]=l*y+h*_+f*T,r[4]=l*m+h*b+f*M,r[7]=l*g+h*x+f*v,r[2]=u*y+d*_+p*T,r[5]=u*m+d*b+p*M,r[8]=u*g+d*x+p*v,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],c=e[6],l=e[7],h=e[8];return t*o*h-t*a*l-n*r*h+n*a*c+s*r*l-s*o*c}invert(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],c=e[6],l=e[7],h=e[8],f=h*o-a*l,u=a*c-h*r,d=l*r-o*c,p=t*f+n*u+s*d;if(p===0)return this.set(0,0,0,0,0,0,0,0,0);let y=1/p;return e[0]=f*y,e[1]=(s*l-h*n)*y,e[2]=(a*n-s*o)*y,e[3]=u*y,e[4]=(h*t-s*c)*y,e[5]=(s*r-a*t)*y,e[6]=d*y,e[7]=(n*c-l*t)*y,e[8]=(o*t-n*r)*y,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,n,s,r,o,a){let c=Math.cos(r),l=Math.sin(r);return this.set(n*c,n*l,-n*(c*o+l*a)+o+e,-s*l,s*c,-s*(-l*o+c*a)+a+t,0,0,1),this}scale(e,t){return el("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(Yf.makeScale(e,t)),this}rotate(e){return el("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(Yf.makeRotation(-e)),this}translate(e,t){return el("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(Yf.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,n,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,n=e.elements;for(let s=0;s<9;s++)if(t[s]!==n[s])return!1;return!0}fromArray(e,t=0){for(let n=0;n<9;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e}clone(){return new this.constructor().fromArray(this.elements)}},Yf=new at,d0=new at().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),p0=new at().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function Kb(){let i={enabled:!0,workingColorSpace:sl,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Nt&&(s.r=Hs(s.r),s.g=Hs(s.g),s.b=Hs(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Nt&&(s.r=qo(s.r),s.g=qo(s.g),s.b=qo(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===js?rl:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[sl]:{primaries:e,whitePoint:n,transfer:rl,toXYZ:d0,fromXYZ:p0,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:Ot},outputColorSpaceConfig:{drawingBufferColorSpace:Ot}},[Ot]:{primaries:e,whitePoint:n,transfer:Nt,toXYZ:d0,fromXYZ:p0,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:Ot}}}),i}var ut=Kb();function Hs(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function qo(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var Ro,xh=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let n;if(e instanceof HTMLCanvasElement)n=e;else{Ro===void 0&&(Ro=Jo("canvas")),Ro.width=e.width,Ro.height=e.height;let s=Ro.getContext("2d");e instanceof ImageData?s.putImageData(e,0,0):s.drawImage(e,0,0,e.width,e.height),n=Ro}return n.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=Jo("canvas");t.width=e.width,t.height=e.height;let n=t.getContext("2d");n.drawImage(e,0,0,e.width,e.height);let s=n.getImageData(0,0,e.width,e.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=Hs(r[o]/255)*255;return n.putImageData(s,0,0),t}else if(e.data){let t=e.data.slice(0);for(let n=0;n<t.length;n++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[n]=Math.floor(Hs(t[n]/255)*255):t[n]=Hs(t[n]);return{data:t,width:e.width,height:e.height}}else return je("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}},Qb=0,Qo=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:Qb++}),this.uuid=Ss(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.width||0,t.height||0,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(Zf(s[o].image)):r.push(Zf(s[o]))}else r=Zf(s);n.url=r}return t||(e.images[this.uuid]=n),n}};function Zf(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?xh.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(je("Texture: Unable to serialize Texture."),{})}var eS=0,jf=new Y,Hn=class i extends ji{constructor(e=i.DEFAULT_IMAGE,t=i.DEFAULT_MAPPING,n=si,s=si,r=Dn,o=Oi,a=Bi,c=fi,l=i.DEFAULT_ANISOTROPY,h=js){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:eS++}),this.uuid=Ss(),this.name="",this.source=new Qo(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=l,this.format=a,this.internalFormat=null,this.type=c,this.offset=new We(0,0),this.repeat=new We(1,1),this.center=new We(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new at,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(jf).x}get height(){return this.source.getSize(jf).y}get depth(){return this.source.getSize(jf).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let n=e[t];if(n===void 0){je(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){je(`Texture.setValues(): property '${t}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),t||(e.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==Xd)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case Vs:e.x=e.x-Math.floor(e.x);break;case si:e.x=e.x<0?0:1;break;case yh:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.wrapT){case Vs:e.y=e.y-Math.floor(e.y);break;case si:e.y=e.y<0?0:1;break;case yh:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};Hn.DEFAULT_IMAGE=null;Hn.DEFAULT_MAPPING=Xd;Hn.DEFAULT_ANISOTROPY=1;var Bt=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,n=0,s=1){this.x=e,this.y=t,this.z=n,this.w=s}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,n,s){return this.x=e,this.y=t,this.z=n,this.w=s,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,n=this.y,s=this.z,r=this.w,o=e.elements;return this.x=o[0]*t+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*t+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*t+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*t+o[7]*n+o[11]*s+o[15]*r,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,n,s,r,c=e.elements,l=c[0],h=c[4],f=c[8],u=c[1],d=c[5],p=c[9],y=c[2],m=c[6],g=c[10];if(Math.abs(h-u)<.01&&Math.abs(f-y)<.01&&Math.abs(p-m)<.01){if(Math.abs(h+u)<.1&&Math.abs(f+y)<.1&&Math.abs(p+m)<.1&&Math.abs(l+d+g-3)<.1)return this.set(1,0,0,0),this;t=Math.PI;let b=(l+1)/2,x=(d+1)/2,T=(g+1)/2,M=(h+u)/4,v=(f+y)/4,w=(p+m)/4;return b>x&&b>T?b<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(b),s=M/n,r=v/n):x>T?x<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(x),n=M/s,r=w/s):T<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(T),n=v/r,s=w/r),this.set(n,s,r,t),this}let _=Math.sqrt((m-p)*(m-p)+(f-y)*(f-y)+(u-h)*(u-h));return Math.abs(_)<.001&&(_=1),this.x=(m-p)/_,this.y=(f-y)/_,this.z=(u-h)/_,this.w=Math.acos((l+d+g-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=gt(this.x,e.x,t.x),this.y=gt(this.y,e.y,t.y),this.z=gt(this.z,e.z,t.z),this.w=gt(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=gt(this.x,e,t),this.y=gt(this.y,e,t),this.z=gt(this.z,e,t),this.w=gt(this.w,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(gt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this.w=e.w+(t.w-e.w)*n,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},vh=class extends ji{constructor(e=1,t=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Dn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=n.depth,this.scissor=new Bt(0,0,e,t),this.scissorTest=!1,this.viewport=new Bt(0,0,e,t),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new Hn({width:e,height:t,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:Dn,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,n=1){if(this.width!==e||this.height!==t||this.depth!==n){this.width=e,this.height=t,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=e,this.textures[s].image.height=t,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,n=e.textures.length;t<n;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let s=Object.assign({},e.textures[t].image);this.textures[t].source=new Qo(s)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null)if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},Ti=class extends vh{constructor(e=1,t=1,n={}){super(e,t,n),this.isWebGLRenderTarget=!0}},al=class extends Hn{constructor(e=null,t=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:n,depth:s},this.magFilter=Un,this.minFilter=Un,this.wrapR=si,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}};var bh=class extends Hn{constructor(e=null,t=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:n,depth:s},this.magFilter=Un,this.minFilter=Un,this.wrapR=si,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}};var Oe=class i{static{this.prototype.isMatrix4=!0}constructor(e,t,n,s,r,o,a,c,l,h,f,u,d,p,y,m){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,n,s,r,o,a,c,l,h,f,u,d,p,y,m)}set(e,t,n,s,r,o,a,c,l,h,f,u,d,p,y,m){let g=this.elements;return g[0]=e,g[4]=t,g[8]=n,g[12]=s,g[1]=r,g[5]=o,g[9]=a,g[13]=c,g[2]=l,g[6]=h,g[10]=f,g[14]=u,g[3]=d,g[7]=p,g[11]=y,g[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],t[9]=n[9],t[10]=n[10],t[11]=n[11],t[12]=n[12],t[13]=n[13],t[14]=n[14],t[15]=n[15],this}copyPosition(e){let t=this.elements,n=e.elements;return t[12]=n[12],t[13]=n[13],t[14]=n[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,n){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),n.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(e,t,n){return this.set(e.x,t.x,n.x,0,e.y,t.y,n.y,0,e.z,t.z,n.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,n=e.elements,s=1/Po.setFromMatrixColumn(e,0).length(),r=1/Po.setFromMatrixColumn(e,1).length(),o=1/Po.setFromMatrixColumn(e,2).length();return t[0]=n[0]*s,t[1]=n[1]*s,t[2]=n[2]*s,t[3]=0,t[4]=n[4]*r,t[5]=n[5]*r,t[6]=n[6]*r,t[7]=0,t[8]=n[8]*o,t[9]=n[9]*o,t[10]=n[10]*o,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,n=e.x,s=e.y,r=e.z,o=Math.cos(n),a=Math.sin(n),c=Math.cos(s),l=Math.sin(s),h=Math.cos(r),f=Math.sin(r);if(e.order==="XYZ"){let u=o*h,d=o*f,p=a*h,y=a*f;t[0]=c*h,t[4]=-c*f,t[8]=l,t[1]=d+p*l,t[5]=u-y*l,t[9]=-a*c,t[2]=y-u*l,t[6]=p+d*l,t[10]=o*c}else if(e.order==="YXZ"){let u=c*h,d=c*f,p=l*h,y=l*f;t[0]=u+y*a,t[4]=p*a-d,t[8]=o*l,t[1]=o*f,t[5]=o*h,t[9]=-a,t[2]=d*a-p,t[6]=y+u*a,t[10]=o*c}else if(e.order==="ZXY"){let u=c*h,d=c*f,p=l*h,y=l*f;t[0]=u-y*a,t[4]=-o*f,t[8]=p+d*a,t[1]=d+p*a,t[5]=o*h,t[9]=y-u*a,t[2]=-o*l,t[6]=a,t[10]=o*c}else if(e.order==="ZYX"){let u=o*h,d=o*f,p=a*h,y=a*f;t[0]=c*h,t[4]=p*l-d,t[8]=u*l+y,t[1]=c*f,t[5]=y*l+u,t[9]=d*l-p,t[2]=-l,t[6]=a*c,t[10]=o*c}else if(e.order==="YZX"){let u=o*c,d=o*l,p=a*c,y=a*l;t[0]=c*h,t[4]=y-u*f,t[8]=p*f+d,t[1]=f,t[5]=o*h,t[9]=-a*h,t[2]=-l*h,t[6]=d*f+p,t[10]=u-y*f}else if(e.order==="XZY"){let u=o*c,d=o*l,p=a*c,y=a*l;t[0]=c*h,t[4]=-f,t[8]=l*h,t[1]=u*f+y,t[5]=o*h,t[9]=d*f-p,t[2]=p*f-d,t[6]=a*h,t[10]=y*f+u}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(tS,e,nS)}lookAt(e,t,n){let s=this.elements;return Mi.subVectors(e,t),Mi.lengthSq()===0&&(Mi.z=1),Mi.normalize(),or.crossVectors(n,Mi),or.lengthSq()===0&&(Math.abs(n.z)===1?Mi.x+=1e-4:Mi.z+=1e-4,Mi.normalize(),or.crossVectors(n,Mi)),or.normalize(),Ic.crossVectors(Mi,or),s[0]=or.x,s[4]=Ic.x,s[8]=Mi.x,s[1]=or.y,s[5]=Ic.y,s[9]=Mi.y,s[2]=or.z,s[6]=Ic.z,s[10]=Mi.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,s=t.elements,r=this.elements,o=n[0],a=n[4],c=n[8],l=n[12],h=n[1],f=n[5],u=n[9],d=n[13],p=n[2],y=n[6],m=n[10],g=n[14],_=n[3],b=n[7],x=n[11],T=n[15],M=s[0],v=s[4],w=s[8],D=s[12],L=s[1],R=s[5],H=s[9],B=s[13],P=s[2],k=s[6],O=s[10],V=s[14],se=s[3],I=s[7],G=s[11],X=s[15];return r[0]=o*M+a*L+c*P+l*se,r[4]=o*v+a*R+c*k+l*I,r[8]=o*w+a*H+c*O+l*G,r[12]=o*D+a*B+c*V+l*X,r[1]=h*M+f*L+u*P+d*se,r[5]=h*v+f*R+u*k+d*I,r[9]=h*w+f*H+u*O+d*G,r[13]=h*D+f*B+u*V+d*X,r[2]=p*M+y*L+m*P+g*se,r[6]=p*v+y*R+m*k+g*I,r[10]=p*w+y*H+m*O+g*G,r[14]=p*D+y*B+m*V+g*X,r[3]=_*M+b*L+x*P+T*se,r[7]=_*v+b*R+x*k+T*I,r[11]=_*w+b*H+x*O+T*G,r[15]=_*D+b*B+x*V+T*X,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[4],s=e[8],r=e[12],o=e[1],a=e[5],c=e[9],l=e[13],h=e[2],f=e[6],u=e[10],d=e[14],p=e[3],y=e[7],m=e[11],g=e[15],_=c*d-l*u,b=a*d-l*f,x=a*u-c*f,T=o*d-l*h,M=o*u-c*h,v=o*f-a*h;return t*(y*_-m*b+g*x)-n*(p*_-m*T+g*M)+s*(p*b-y*T+g*v)-r*(p*x-y*M+m*v)}determinantAffine(){let e=this.elements,t=e[0],n=e[4],s=e[8],r=e[1],o=e[5],a=e[9],c=e[2],l=e[6],h=e[10];return t*(o*h-a*l)-n*(r*h-a*c)+s*(r*l-o*c)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,n){let s=this.elements;return e.isVector3?(s[12]=e.x,s[13]=e.y,s[14]=e.z):(s[12]=e,s[13]=t,s[14]=n),this}invert(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],c=e[6],l=e[7],h=e[8],f=e[9],u=e[10],d=e[11],p=e[12],y=e[13],m=e[14],g=e[15],_=t*a-n*o,b=t*c-s*o,x=t*l-r*o,T=n*c-s*a,M=n*l-r*a,v=s*l-r*c,w=h*y-f*p,D=h*m-u*p,L=h*g-d*p,R=f*m-u*y,H=f*g-d*y,B=u*g-d*m,P=_*B-b*H+x*R+T*L-M*D+v*w;if(P===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let k=1/P;return e[0]=(a*B-c*H+l*R)*k,e[1]=(s*H-n*B-r*R)*k,e[2]=(y*v-m*M+g*T)*k,e[3]=(u*M-f*v-d*T)*k,e[4]=(c*L-o*B-l*D)*k,e[5]=(t*B-s*L+r*D)*k,e[6]=(m*x-p*v-g*b)*k,e[7]=(h*v-u*x+d*b)*k,e[8]=(o*H-a*L+l*w)*k,e[9]=(n*L-t*H-r*w)*k,e[10]=(p*M-y*x+g*_)*k,e[11]=(f*x-h*M-d*_)*k,e[12]=(a*D-o*R-c*w)*k,e[13]=(t*R-n*D+s*w)*k,e[14]=(y*b-p*T-m*_)*k,e[15]=(h*T-f*b+u*_)*k,this}scale(e){let t=this.elements,n=e.x,s=e.y,r=e.z;return t[0]*=n,t[4]*=s,t[8]*=r,t[1]*=n,t[5]*=s,t[9]*=r,t[2]*=n,t[6]*=s,t[10]*=r,t[3]*=n,t[7]*=s,t[11]*=r,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],n=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],s=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,n,s))}makeTranslation(e,t,n){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,n,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),n=Math.sin(e);return this.set(1,0,0,0,0,t,-n,0,0,n,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,0,n,0,0,1,0,0,-n,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,0,n,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let n=Math.cos(t),s=Math.sin(t),r=1-n,o=e.x,a=e.y,c=e.z,l=r*o,h=r*a;return this.set(l*o+n,l*a-s*c,l*c+s*a,0,l*a+s*c,h*a+n,h*c-s*o,0,l*c-s*a,h*c+s*o,r*c*c+n,0,0,0,0,1),this}makeScale(e,t,n){return this.set(e,0,0,0,0,t,0,0,0,0,n,0,0,0,0,1),this}makeShear(e,t,n,s,r,o){return this.set(1,n,r,0,e,1,o,0,t,s,1,0,0,0,0,1),this}compose(e,t,n){let s=this.elements,r=t._x,o=t._y,a=t._z,c=t._w,l=r+r,h=o+o,f=a+a,u=r*l,d=r*h,p=r*f,y=o*h,m=o*f,g=a*f,_=c*l,b=c*h,x=c*f,T=n.x,M=n.y,v=n.z;return s[0]=(1-(y+g))*T,s[1]=(d+x)*T,s[2]=(p-b)*T,s[3]=0,s[4]=(d-x)*M,s[5]=(1-(u+g))*M,s[6]=(m+_)*M,s[7]=0,s[8]=(p+b)*v,s[9]=(m-_)*v,s[10]=(1-(u+y))*v,s[11]=0,s[12]=e.x,s[13]=e.y,s[14]=e.z,s[15]=1,this}decompose(e,t,n){let s=this.elements;e.x=s[12],e.y=s[13],e.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),t.identity(),this;let o=Po.set(s[0],s[1],s[2]).length(),a=Po.set(s[4],s[5],s[6]).length(),c=Po.set(s[8],s[9],s[10]).length();r<0&&(o=-o),Xi.copy(this);let l=1/o,h=1/a,f=1/c;return Xi.elements[0]*=l,Xi.elements[1]*=l,Xi.elements[2]*=l,Xi.elements[4]*=h,Xi.elements[5]*=h,Xi.elements[6]*=h,Xi.elements[8]*=f,Xi.elements[9]*=f,Xi.elements[10]*=f,t.setFromRotationMatrix(Xi),n.x=o,n.y=a,n.z=c,this}makePerspective(e,t,n,s,r,o,a=Ni,c=!1){let l=this.elements,h=2*r/(t-e),f=2*r/(n-s),u=(t+e)/(t-e),d=(n+s)/(n-s),p,y;if(c)p=r/(o-r),y=o*r/(o-r);else if(a===Ni)p=-(o+r)/(o-r),y=-2*o*r/(o-r);else if(a===jo)p=-o/(o-r),y=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return l[0]=h,l[4]=0,l[8]=u,l[12]=0,l[1]=0,l[5]=f,l[9]=d,l[13]=0,l[2]=0,l[6]=0,l[10]=p,l[14]=y,l[3]=0,l[7]=0,l[11]=-1,l[15]=0,this}makeOrthographic(e,t,n,s,r,o,a=Ni,c=!1){let l=this.elements,h=2/(t-e),f=2/(n-s),u=-(t+e)/(t-e),d=-(n+s)/(n-s),p,y;if(c)p=1/(o-r),y=o/(o-r);else if(a===Ni)p=-2/(o-r),y=-(o+r)/(o-r);else if(a===jo)p=-1/(o-r),y=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return l[0]=h,l[4]=0,l[8]=0,l[12]=u,l[1]=0,l[5]=f,l[9]=0,l[13]=d,l[2]=0,l[6]=0,l[10]=p,l[14]=y,l[3]=0,l[7]=0,l[11]=0,l[15]=1,this}equals(e){let t=this.elements,n=e.elements;for(let s=0;s<16;s++)if(t[s]!==n[s])return!1;return!0}fromArray(e,t=0){for(let n=0;n<16;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e[t+9]=n[9],e[t+10]=n[10],e[t+11]=n[11],e[t+12]=n[12],e[t+13]=n[13],e[t+14]=n[14],e[t+15]=n[15],e}},Po=new Y,Xi=new Oe,tS=new Y(0,0,0),nS=new Y(1,1,1),or=new Y,Ic=new Y,Mi=new Y,m0=new Oe,g0=new cn,Vn=class i{constructor(e=0,t=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=n,this._order=s}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,n,s=this._order){return this._x=e,this._y=t,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,n=!0){let s=e.elements,r=s[0],o=s[4],a=s[8],c=s[1],l=s[5],h=s[9],f=s[2],u=s[6],d=s[10];switch(t){case"XYZ":this._y=Math.asin(gt(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,d),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(u,l),this._z=0);break;case"YXZ":this._x=Math.asin(-gt(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,d),this._z=Math.atan2(c,l)):(this._y=Math.atan2(-f,r),this._z=0);break;case"ZXY":this._x=Math.asin(gt(u,-1,1)),Math.abs(u)<.9999999?(this._y=Math.atan2(-f,d),this._z=Math.atan2(-o,l)):(this._y=0,this._z=Math.atan2(c,r));break;case"ZYX":this._y=Math.asin(-gt(f,-1,1)),Math.abs(f)<.9999999?(this._x=Math.atan2(u,d),this._z=Math.atan2(c,r)):(this._x=0,this._z=Math.atan2(-o,l));break;case"YZX":this._z=Math.asin(gt(c,-1,1)),Math.abs(c)<.9999999?(this._x=Math.atan2(-h,l),this._y=Math.atan2(-f,r)):(this._x=0,this._y=Math.atan2(a,d));break;case"XZY":this._z=Math.asin(-gt(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(u,l),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,d),this._y=0);break;default:je("Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,n===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,n){return m0.makeRotationFromQuaternion(e),this.setFromRotationMatrix(m0,t,n)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return g0.setFromEuler(this),this.setFromQuaternion(g0,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};Vn.DEFAULT_ORDER="XYZ";var ea=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}},iS=0,y0=new Y,Io=new cn,Fs=new Oe,Lc=new Y,Ga=new Y,sS=new Y,rS=new cn,_0=new Y(1,0,0),x0=new Y(0,1,0),v0=new Y(0,0,1),b0={type:"added"},oS={type:"removed"},Lo={type:"childadded",child:null},Jf={type:"childremoved",child:null},nn=class i extends ji{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:iS++}),this.uuid=Ss(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let e=new Y,t=new Vn,n=new cn,s=new Y(1,1,1);function r(){n.setFromEuler(t,!1)}function o(){t.setFromQuaternion(n,void 0,!1)}t._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new Oe},normalMatrix:{value:new at}}),this.matrix=new Oe,this.matrixWorld=new Oe,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new ea,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return Io.setFromAxisAngle(e,t),this.quaternion.multiply(Io),this}rotateOnWorldAxis(e,t){return Io.setFromAxisAngle(e,t),this.quaternion.premultiply(Io),this}rotateX(e){return this.rotateOnAxis(_0,e)}rotateY(e){return this.rotateOnAxis(x0,e)}rotateZ(e){return this.rotateOnAxis(v0,e)}translateOnAxis(e,t){return y0.copy(e).applyQuaternion(this.quaternion),this.position.add(y0.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(_0,e)}translateY(e){return this.translateOnAxis(x0,e)}translateZ(e){return this.translateOnAxis(v0,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(Fs.copy(this.matrixWorld).invert())}lookAt(e,t,n){e.isVector3?Lc.copy(e):Lc.set(e,t,n);let s=this.parent;this.updateWorldMatrix(!0,!1),Ga.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?Fs.lookAt(Ga,Lc,this.up):Fs.lookAt(Lc,Ga,this.up),this.quaternion.setFromRotationMatrix(Fs),s&&(Fs.extractRotation(s.matrixWorld),Io.setFromRotationMatrix(Fs),this.quaternion.premultiply(Io.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(Qe("Object3D.add: object can't be added as a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(b0),Lo.child=e,this.dispatchEvent(Lo),Lo.child=null):Qe("Object3D.add: object not an instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(oS),Jf.child=e,this.dispatchEvent(Jf),Jf.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),Fs.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),Fs.multiply(e.parent.matrixWorld)),e.applyMatrix4(Fs),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(b0),Lo.child=e,this.dispatchEvent(Lo),Lo.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(e,t);if(o!==void 0)return o}}getObjectsByProperty(e,t,n=[]){this[e]===t&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(e,t,n);return n}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Ga,e,sS),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Ga,rS,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,n=e.y,s=e.z,r=this.matrix.elements;r[12]+=t-r[0]*t-r[4]*n-r[8]*s,r[13]+=n-r[1]*t-r[5]*n-r[9]*s,r[14]+=s-r[2]*t-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].updateMatrixWorld(e)}updateWorldMatrix(e,t,n=!1){let s=this.parent;if(e===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),t===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(e){let t=e===void 0||typeof e=="string",n={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(e),s.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,c){return a[c.uuid]===void 0&&(a[c.uuid]=c.toJSON(e)),c.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(e.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let c=a.shapes;if(Array.isArray(c))for(let l=0,h=c.length;l<h;l++){let f=c[l];r(e.shapes,f)}else r(e.shapes,c)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(e.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let c=0,l=this.material.length;c<l;c++)a.push(r(e.materials,this.material[c]));s.material=a}else s.material=r(e.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(e).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let c=this.animations[a];s.animations.push(r(e.animations,c))}}if(t){let a=o(e.geometries),c=o(e.materials),l=o(e.textures),h=o(e.images),f=o(e.shapes),u=o(e.skeletons),d=o(e.animations),p=o(e.nodes);a.length>0&&(n.geometries=a),c.length>0&&(n.materials=c),l.length>0&&(n.textures=l),h.length>0&&(n.images=h),f.length>0&&(n.shapes=f),u.length>0&&(n.skeletons=u),d.length>0&&(n.animations=d),p.length>0&&(n.nodes=p)}return n.object=s,n;function o(a){let c=[];for(let l in a){let h=a[l];delete h.metadata,c.push(h)}return c}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot!==null?e.pivot.clone():null,this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let n=0;n<e.children.length;n++){let s=e.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};nn.DEFAULT_UP=new Y(0,1,0);nn.DEFAULT_MATRIX_AUTO_UPDATE=!0;nn.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var $t=class extends nn{constructor(){super(),this.isGroup=!0,this.type="Group"}},aS={type:"move"},ta=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new $t,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new $t,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new Y,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new Y),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new $t,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new Y,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new Y,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this._grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let n of e.hand.values())this._getHandJoint(t,n)}return this.dispatchEvent({type:"connected",data:e}),this}disconnect(e){return this.dispatchEvent({type:"disconnected",data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,n){let s=null,r=null,o=null,a=this._targetRay,c=this._grip,l=this._hand;if(e&&t.session.visibilityState!=="visible-blurred"){if(l&&e.hand){o=!0;for(let y of e.hand.values()){let m=t.getJointPose(y,n),g=this._getHandJoint(l,y);m!==null&&(g.matrix.fromArray(m.transform.matrix),g.matrix.decompose(g.position,g.quaternion,g.scale),g.matrixWorldNeedsUpdate=!0,g.jointRadius=m.radius),g.visible=m!==null}let h=l.joints["index-finger-tip"],f=l.joints["thumb-tip"],u=h.position.distanceTo(f.position),d=.02,p=.005;l.inputState.pinching&&u>d+p?(l.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:e.handedness,target:this})):!l.inputState.pinching&&u<=d-p&&(l.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:e.handedness,target:this}))}else c!==null&&e.gripSpace&&(r=t.getPose(e.gripSpace,n),r!==null&&(c.matrix.fromArray(r.transform.matrix),c.matrix.decompose(c.position,c.quaternion,c.scale),c.matrixWorldNeedsUpdate=!0,r.linearVelocity?(c.hasLinearVelocity=!0,c.linearVelocity.copy(r.linearVelocity)):c.hasLinearVelocity=!1,r.angularVelocity?(c.hasAngularVelocity=!0,c.angularVelocity.copy(r.angularVelocity)):c.hasAngularVelocity=!1,c.eventsEnabled&&c.dispatchEvent({type:"gripUpdated",data:e,target:this})));a!==null&&(s=t.getPose(e.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(aS)))}return a!==null&&(a.visible=s!==null),c!==null&&(c.visible=r!==null),l!==null&&(l.visible=o!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let n=new $t;n.matrixAutoUpdate=!1,n.visible=!1,e.joints[t.jointName]=n,e.add(n)}return e.joints[t.jointName]}},Hy={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},ar={h:0,s:0,l:0},Nc={h:0,s:0,l:0};function Kf(i,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?i+(e-i)*6*t:t<1/2?e:t<2/3?i+(e-i)*6*(2/3-t):i}var Xe=class{constructor(e,t,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,n)}set(e,t,n){if(t===void 0&&n===void 0){let s=e;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(e,t,n);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=Ot){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,ut.colorSpaceToWorking(this,t),this}setRGB(e,t,n,s=ut.workingColorSpace){return this.r=e,this.g=t,this.b=n,ut.colorSpaceToWorking(this,s),this}setHSL(e,t,n,s=ut.workingColorSpace){if(e=sp(e,1),t=gt(t,0,1),n=gt(n,0,1),t===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+t):n+t-n*t,o=2*n-r;this.r=Kf(o,r,e+1/3),this.g=Kf(o,r,e),this.b=Kf(o,r,e-1/3)}return ut.colorSpaceToWorking(this,s),this}setStyle(e,t=Ot){function n(r){r!==void 0&&parseFloat(r)<1&&je("Color: Alpha component of "+e+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(e)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,t);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,t);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,t);break;default:je("Color: Unknown color model "+e)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(e)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,t);if(o===6)return this.setHex(parseInt(r,16),t);je("Color: Invalid hex color "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=Ot){let n=Hy[e.toLowerCase()];return n!==void 0?this.setHex(n,t):je("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=Hs(e.r),this.g=Hs(e.g),this.b=Hs(e.b),this}copyLinearToSRGB(e){return this.r=qo(e.r),this.g=qo(e.g),this.b=qo(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=Ot){return ut.workingToColorSpace(Gn.copy(this),e),Math.round(gt(Gn.r*255,0,255))*65536+Math.round(gt(Gn.g*255,0,255))*256+Math.round(gt(Gn.b*255,0,255))}getHexString(e=Ot){return("000000"+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=ut.workingColorSpace){ut.workingToColorSpace(Gn.copy(this),t);let n=Gn.r,s=Gn.g,r=Gn.b,o=Math.max(n,s,r),a=Math.min(n,s,r),c,l,h=(a+o)/2;if(a===o)c=0,l=0;else{let f=o-a;switch(l=h<=.5?f/(o+a):f/(2-o-a),o){case n:c=(s-r)/f+(s<r?6:0);break;case s:c=(r-n)/f+2;break;case r:c=(n-s)/f+4;break}c/=6}return e.h=c,e.s=l,e.l=h,e}getRGB(e,t=ut.workingColorSpace){return ut.workingToColorSpace(Gn.copy(this),t),e.r=Gn.r,e.g=Gn.g,e.b=Gn.b,e}getStyle(e=Ot){ut.workingToColorSpace(Gn.copy(this),e);let t=Gn.r,n=Gn.g,s=Gn.b;return e!==Ot?`color(${e} ${t.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(e,t,n){return this.getHSL(ar),this.setHSL(ar.h+e,ar.s+t,ar.l+n)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,n){return this.r=e.r+(t.r-e.r)*n,this.g=e.g+(t.g-e.g)*n,this.b=e.b+(t.b-e.b)*n,this}lerpHSL(e,t){this.getHSL(ar),e.getHSL(Nc);let n=nl(ar.h,Nc.h,t),s=nl(ar.s,Nc.s,t),r=nl(ar.l,Nc.l,t);return this.setHSL(n,s,r),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,n=this.g,s=this.b,r=e.elements;return this.r=r[0]*t+r[3]*n+r[6]*s,this.g=r[1]*t+r[4]*n+r[7]*s,this.b=r[2]*t+r[5]*n+r[8]*s,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Gn=new Xe;Xe.NAMES=Hy;var zr=class extends nn{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new Vn,this.environmentIntensity=1,this.environmentRotation=new Vn,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():null,this.environment=e.environment!==null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},qi=new Y,Os=new Y,Qf=new Y,Bs=new Y,No=new Y,Do=new Y,S0=new Y,ed=new Y,td=new Y,nd=new Y,id=new Bt,sd=new Bt,rd=new Bt,Zi=class i{constructor(e=new Y,t=new Y,n=new Y){this.a=e,this.b=t,this.c=n}static getNormal(e,t,n,s){s.subVectors(n,t),qi.subVectors(e,t),s.cross(qi);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(e,t,n,s,r){qi.subVectors(s,t),Os.subVectors(n,t),Qf.subVectors(e,t);let o=qi.dot(qi),a=qi.dot(Os),c=qi.dot(Qf),l=Os.dot(Os),h=Os.dot(Qf),f=o*l-a*a;if(f===0)return r.set(0,0,0),null;let u=1/f,d=(l*c-a*h)*u,p=(o*h-a*c)*u;return r.set(1-d-p,p,d)}static containsPoint(e,t,n,s){return this.getBarycoord(e,t,n,s,Bs)===null?!1:Bs.x>=0&&Bs.y>=0&&Bs.x+Bs.y<=1}static getInterpolation(e,t,n,s,r,o,a,c){return this.getBarycoord(e,t,n,s,Bs)===null?(c.x=0,c.y=0,"z"in c&&(c.z=0),"w"in c&&(c.w=0),null):(c.setScalar(0),c.addScaledVector(r,Bs.x),c.addScaledVector(o,Bs.y),c.addScaledVector(a,Bs.z),c)}static getInterpolatedAttribute(e,t,n,s,r,o){return id.setScalar(0),sd.setScalar(0),rd.setScalar(0),id.fromBufferAttribute(e,t),sd.fromBufferAttribute(e,n),rd.fromBufferAttribute(e,s),o.setScalar(0),o.addScaledVector(id,r.x),o.addScaledVector(sd,r.y),o.addScaledVector(rd,r.z),o}static isFrontFacing(e,t,n,s){return qi.subVectors(n,t),Os.subVectors(e,t),qi.cross(Os).dot(s)<0}set(e,t,n){return this.a.copy(e),this.b.copy(t),this.c.copy(n),this}setFromPointsAndIndices(e,t,n,s){return this.a.copy(e[t]),this.b.copy(e[n]),this.c.copy(e[s]),this}setFromAttributeAndIndices(e,t,n,s){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,n),this.c.fromBufferAttribute(e,s),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return qi.subVectors(this.c,this.b),Os.subVectors(this.a,this.b),qi.cross(Os).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return i.getNormal(this.a,this.b,this.c,e)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return i.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,n,s,r){return i.getInterpolation(e,this.a,this.b,this.c,t,n,s,r)}containsPoint(e){return i.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return i.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let n=this.a,s=this.b,r=this.c,o,a;No.subVectors(s,n),Do.subVectors(r,n),ed.subVectors(e,n);let c=No.dot(ed),l=Do.dot(ed);if(c<=0&&l<=0)return t.copy(n);td.subVectors(e,s);let h=No.dot(td),f=Do.dot(td);if(h>=0&&f<=h)return t.copy(s);let u=c*f-h*l;if(u<=0&&c>=0&&h<=0&&c-h>0)return o=c/(c-h),t.copy(n).addScaledVector(No,o);nd.subVectors(e,r);let d=No.dot(nd),p=Do.dot(nd);if(p>=0&&d<=p)return t.copy(r);let y=d*l-c*p;if(y<=0&&l>=0&&p<=0)return a=l/(l-p),t.copy(n).addScaledVector(Do,a);let m=h*p-d*f;if(m<=0&&f-h>=0&&d-p>=0)return S0.subVectors(r,s),a=(f-h)/(f-h+(d-p)),t.copy(s).addScaledVector(S0,a);let g=1/(m+y+u);return o=y*g,a=u*g,t.copy(n).addScaledVector(No,o).addScaledVector(Do,a)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},Ji=class{constructor(e=new Y(1/0,1/0,1/0),t=new Y(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t+=3)this.expandByPoint(Yi.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,n=e.count;t<n;t++)this.expandByPoint(Yi.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let n=Yi.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(n),this.max.copy(e).add(n),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let n=e.geometry;if(n!==void 0){let r=n.getAttribute("position");if(t===!0&&r!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)e.isMesh===!0?e.getVertexPosition(o,Yi):Yi.fromBufferAttribute(r,o),Yi.applyMatrix4(e.matrixWorld),this.expandByPoint(Yi);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),Dc.copy(e.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),Dc.copy(n.boundingBox)),Dc.applyMatrix4(e.matrixWorld),this.union(Dc)}let s=e.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,Yi),Yi.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,n;return e.normal.x>0?(t=e.normal.x*this.min.x,n=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,n=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,n+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,n+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,n+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,n+=e.normal.z*this.min.z),t<=-e.constant&&n>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(Ha),Uc.subVectors(this.max,Ha),Uo.subVectors(e.a,Ha),Fo.subVectors(e.b,Ha),Oo.subVectors(e.c,Ha),lr.subVectors(Fo,Uo),cr.subVectors(Oo,Fo),Dr.subVectors(Uo,Oo);let t=[0,-lr.z,lr.y,0,-cr.z,cr.y,0,-Dr.z,Dr.y,lr.z,0,-lr.x,cr.z,0,-cr.x,Dr.z,0,-Dr.x,-lr.y,lr.x,0,-cr.y,cr.x,0,-Dr.y,Dr.x,0];return!od(t,Uo,Fo,Oo,Uc)||(t=[1,0,0,0,1,0,0,0,1],!od(t,Uo,Fo,Oo,Uc))?!1:(Fc.crossVectors(lr,cr),t=[Fc.x,Fc.y,Fc.z],od(t,Uo,Fo,Oo,Uc))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,Yi).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(Yi).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(ks[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),ks[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),ks[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),ks[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),ks[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),ks[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),ks[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),ks[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(ks),this)}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},ks=[new Y,new Y,new Y,new Y,new Y,new Y,new Y,new Y],Yi=new Y,Dc=new Ji,Uo=new Y,Fo=new Y,Oo=new Y,lr=new Y,cr=new Y,Dr=new Y,Ha=new Y,Uc=new Y,Fc=new Y,Ur=new Y;function od(i,e,t,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){Ur.fromArray(i,r);let a=s.x*Math.abs(Ur.x)+s.y*Math.abs(Ur.y)+s.z*Math.abs(Ur.z),c=e.dot(Ur),l=t.dot(Ur),h=n.dot(Ur);if(Math.max(-Math.max(c,l,h),Math.min(c,l,h))>a)return!1}return!0}var xn=new Y,Oc=new We,lS=0,Qt=class extends ji{constructor(e,t,n=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:lS++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=n,this.usage=np,this.updateRanges=[],this.gpuType=Ai,this.version=0,this._normalizationScale=e!==void 0?Mu(e):void 0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,n){e*=this.itemSize,n*=t.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[e+s]=t.array[n+s];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,n=this.count;t<n;t++)Oc.fromBufferAttribute(this,t),Oc.applyMatrix3(e),this.setXY(t,Oc.x,Oc.y);else if(this.itemSize===3)for(let t=0,n=this.count;t<n;t++)xn.fromBufferAttribute(this,t),xn.applyMatrix3(e),this.setXYZ(t,xn.x,xn.y,xn.z);return this}applyMatrix4(e){for(let t=0,n=this.count;t<n;t++)xn.fromBufferAttribute(this,t),xn.applyMatrix4(e),this.setXYZ(t,xn.x,xn.y,xn.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)xn.fromBufferAttribute(this,t),xn.applyNormalMatrix(e),this.setXYZ(t,xn.x,xn.y,xn.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)xn.fromBufferAttribute(this,t),xn.transformDirection(e),this.setXYZ(t,xn.x,xn.y,xn.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let n=this.array[e*this.itemSize+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.array[e*this.itemSize+t]=n,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,n){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.array[e+0]=t,this.array[e+1]=n,this}setXYZ(e,t,n,s){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=s,this}setXYZW(e,t,n,s,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=s,this.array[e+3]=r,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):op(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):ap(e,this.array)}};var ll=class extends Qt{constructor(e,t,n){super(new Uint16Array(e),t,n)}};var cl=class extends Qt{constructor(e,t,n){super(new Uint32Array(e),t,n)}};var tt=class extends Qt{constructor(e,t,n){super(new Float32Array(e),t,n)}},cS=new Ji,Va=new Y,ad=new Y,Di=class{constructor(e=new Y,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let n=this.center;t!==void 0?n.copy(t):cS.setFromPoints(e).getCenter(n);let s=0;for(let r=0,o=e.length;r<o;r++)s=Math.max(s,n.distanceToSquared(e[r]));return this.radius=Math.sqrt(s),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let n=this.center.distanceToSquared(e);return t.copy(e),n>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;Va.subVectors(e,this.center);let t=Va.lengthSq();if(t>this.radius*this.radius){let n=Math.sqrt(t),s=(n-this.radius)*.5;this.center.addScaledVector(Va,s/n),this.radius+=s}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(ad.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(Va.copy(e.center).add(ad)),this.expandByPoint(Va.copy(e.center).sub(ad))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},hS=0,Li=new Oe,ld=new nn,Bo=new Y,wi=new Ji,Wa=new Ji,Nn=new Y,bt=class i extends ji{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:hS++}),this.uuid=Ss(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new(Ub(e)?cl:ll)(e,1):this.index=e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,n=0){this.groups.push({start:e,count:t,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new at().getNormalMatrix(e);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(e),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return Li.makeRotationFromQuaternion(e),this.applyMatrix4(Li),this}rotateX(e){return Li.makeRotationX(e),this.applyMatrix4(Li),this}rotateY(e){return Li.makeRotationY(e),this.applyMatrix4(Li),this}rotateZ(e){return Li.makeRotationZ(e),this.applyMatrix4(Li),this}translate(e,t,n){return Li.makeTranslation(e,t,n),this.applyMatrix4(Li),this}scale(e,t,n){return Li.makeScale(e,t,n),this.applyMatrix4(Li),this}lookAt(e){return ld.lookAt(e),ld.updateMatrix(),this.applyMatrix4(ld.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(Bo).negate(),this.translate(Bo.x,Bo.y,Bo.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let n=[];for(let s=0,r=e.length;s<r;s++){let o=e[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new tt(n,3))}else{let n=Math.min(e.length,t.count);for(let s=0;s<n;s++){let r=e[s];t.setXYZ(s,r.x,r.y,r.z||0)}e.length>t.count&&je("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Ji);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Qe("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new Y(-1/0,-1/0,-1/0),new Y(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let n=0,s=t.length;n<s;n++){let r=t[n];wi.setFromBufferAttribute(r),this.morphTargetsRelative?(Nn.addVectors(this.boundingBox.min,wi.min),this.boundingBox.expandByPoint(Nn),Nn.addVectors(this.boundingBox.max,wi.max),this.boundingBox.expandByPoint(Nn)):(this.boundingBox.expandByPoint(wi.min),this.boundingBox.expandByPoint(wi.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&Qe('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Di);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Qe("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new Y,1/0);return}if(e){let n=this.boundingSphere.center;if(wi.setFromBufferAttribute(e),t)for(let r=0,o=t.length;r<o;r++){let a=t[r];Wa.setFromBufferAttribute(a),this.morphTargetsRelative?(Nn.addVectors(wi.min,Wa.min),wi.expandByPoint(Nn),Nn.addVectors(wi.max,Wa.max),wi.expandByPoint(Nn)):(wi.expandByPoint(Wa.min),wi.expandByPoint(Wa.max))}wi.getCenter(n);let s=0;for(let r=0,o=e.count;r<o;r++)Nn.fromBufferAttribute(e,r),s=Math.max(s,n.distanceToSquared(Nn));if(t)for(let r=0,o=t.length;r<o;r++){let a=t[r],c=this.morphTargetsRelative;for(let l=0,h=a.count;l<h;l++)Nn.fromBufferAttribute(a,l),c&&(Bo.fromBufferAttribute(e,l),Nn.add(Bo)),s=Math.max(s,n.distanceToSquared(Nn))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&Qe('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){Qe("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=t.position,s=t.normal,r=t.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new Qt(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],c=[],l=new Uint8Array(n.count);for(let D=0;D<n.count;D++)a[D]=new Y,c[D]=new Y;let h=new Y,f=new Y,u=new Y,d=new We,p=new We,y=new We,m=new Y,g=new Y;function _(D,L,R){l[D]=l[L]=l[R]=1,h.fromBufferAttribute(n,D),f.fromBufferAttribute(n,L),u.fromBufferAttribute(n,R),d.fromBufferAttribute(r,D),p.fromBufferAttribute(r,L),y.fromBufferAttribute(r,R),f.sub(h),u.sub(h),p.sub(d),y.sub(d);let H=1/(p.x*y.y-y.x*p.y);isFinite(H)&&(m.copy(f).multiplyScalar(y.y).addScaledVector(u,-p.y).multiplyScalar(H),g.copy(u).multiplyScalar(p.x).addScaledVector(f,-y.x).multiplyScalar(H),a[D].add(m),a[L].add(m),a[R].add(m),c[D].add(g),c[L].add(g),c[R].add(g))}let b=this.groups;b.length===0&&(b=[{start:0,count:e.count}]);for(let D=0,L=b.length;D<L;++D){let R=b[D],H=R.start,B=R.count;for(let P=H,k=H+B;P<k;P+=3)_(e.getX(P+0),e.getX(P+1),e.getX(P+2))}let x=new Y,T=new Y,M=new Y,v=new Y;function w(D){M.fromBufferAttribute(s,D),v.copy(M);let L=a[D];x.copy(L),x.sub(M.multiplyScalar(M.dot(L))).normalize(),T.crossVectors(v,L);let H=T.dot(c[D])<0?-1:1;o.setXYZW(D,x.x,x.y,x.z,H)}for(let D=0,L=n.count;D<L;++D)l[D]&&w(D);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute("position");if(t!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==t.count)n=new Qt(new Float32Array(t.count*3),3),this.setAttribute("normal",n);else for(let u=0,d=n.count;u<d;u++)n.setXYZ(u,0,0,0);let s=new Y,r=new Y,o=new Y,a=new Y,c=new Y,l=new Y,h=new Y,f=new Y;if(e)for(let u=0,d=e.count;u<d;u+=3){let p=e.getX(u+0),y=e.getX(u+1),m=e.getX(u+2);s.fromBufferAttribute(t,p),r.fromBufferAttribute(t,y),o.fromBufferAttribute(t,m),h.subVectors(o,r),f.subVectors(s,r),h.cross(f),a.fromBufferAttribute(n,p),c.fromBufferAttribute(n,y),l.fromBufferAttribute(n,m),a.add(h),c.add(h),l.add(h),n.setXYZ(p,a.x,a.y,a.z),n.setXYZ(y,c.x,c.y,c.z),n.setXYZ(m,l.x,l.y,l.z)}else for(let u=0,d=t.count;u<d;u+=3)s.fromBufferAttribute(t,u+0),r.fromBufferAttribute(t,u+1),o.fromBufferAttribute(t,u+2),h.subVectors(o,r),f.subVectors(s,r),h.cross(f),n.setXYZ(u+0,h.x,h.y,h.z),n.setXYZ(u+1,h.x,h.y,h.z),n.setXYZ(u+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,n=e.count;t<n;t++)Nn.fromBufferAttribute(e,t),Nn.normalize(),e.setXYZ(t,Nn.x,Nn.y,Nn.z)}toNonIndexed(){function e(a,c){let l=a.array,h=a.itemSize,f=a.normalized,u=new l.constructor(c.length*h),d=0,p=0;for(let y=0,m=c.length;y<m;y++){a.isInterleavedBufferAttribute?d=c[y]*a.data.stride+a.offset:d=c[y]*h;for(let g=0;g<h;g++)u[p++]=l[d++]}return new Qt(u,h,f)}if(this.index===null)return je("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let t=new i,n=this.index.array,s=this.attributes;for(let a in s){let c=s[a],l=e(c,n);t.setAttribute(a,l)}let r=this.morphAttributes;for(let a in r){let c=[],l=r[a];for(let h=0,f=l.length;h<f;h++){let u=l[h],d=e(u,n);c.push(d)}t.morphAttributes[a]=c}t.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,c=o.length;a<c;a++){let l=o[a];t.addGroup(l.start,l.count,l.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let c=this.parameters;for(let l in c)c[l]!==void 0&&(e[l]=c[l]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let n=this.attributes;for(let c in n){let l=n[c];e.data.attributes[c]=l.toJSON(e.data)}let s={},r=!1;for(let c in this.morphAttributes){let l=this.morphAttributes[c],h=[];for(let f=0,u=l.length;f<u;f++){let d=l[f];h.push(d.toJSON(e.data))}h.length>0&&(s[c]=h,r=!0)}r&&(e.data.morphAttributes=s,e.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(e.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(e.data.boundingSphere=a.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let n=e.index;n!==null&&this.setIndex(n.clone());let s=e.attributes;for(let l in s){let h=s[l];this.setAttribute(l,h.clone(t))}let r=e.morphAttributes;for(let l in r){let h=[],f=r[l];for(let u=0,d=f.length;u<d;u++)h.push(f[u].clone(t));this.morphAttributes[l]=h}this.morphTargetsRelative=e.morphTargetsRelative;let o=e.groups;for(let l=0,h=o.length;l<h;l++){let f=o[l];this.addGroup(f.start,f.count,f.materialIndex)}let a=e.boundingBox;a!==null&&(this.boundingBox=a.clone());let c=e.boundingSphere;return c!==null&&(this.boundingSphere=c.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}},hl=class{constructor(e,t){this.isInterleavedBuffer=!0,this.array=e,this.stride=t,this.count=e!==void 0?e.length/t:0,this.usage=np,this.updateRanges=[],this.version=0,this.uuid=Ss()}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.array=new e.array.constructor(e.array),this.count=e.count,this.stride=e.stride,this.usage=e.usage,this}copyAt(e,t,n){e*=this.stride,n*=t.stride;for(let s=0,r=this.stride;s<r;s++)this.array[e+s]=t.array[n+s];return this}set(e,t=0){return this.array.set(e,t),this}clone(e){e.arrayBuffers===void 0&&(e.arrayBuffers={});let t=M0(this.array);e.arrayBuffers[t]===void 0&&(e.arrayBuffers[t]=this.array.slice(0).buffer);let n=new this.array.constructor(e.arrayBuffers[t]),s=new this.constructor(n,this.stride);return s.setUsage(this.usage),s}onUpload(e){return this.onUploadCallback=e,this}toJSON(e){e.arrayBuffers===void 0&&(e.arrayBuffers={});let t=M0(this.array);e.arrayBuffers[t]===void 0&&(e.arrayBuffers[t]=Array.from(new Uint32Array(this.array.slice(0).buffer)));let n={uuid:this.uuid,buffer:t,type:this.array.constructor.name,stride:this.stride};return n.usage=this.usage,n}};function M0(i){return i.buffer._uuid===void 0&&(i.buffer._uuid=Ss()),i.byteOffset===0&&i.byteLength===i.buffer.byteLength?i.buffer._uuid:i.buffer._uuid+":"+i.byteOffset+":"+i.byteLength}var ii=new Y,na=class i{constructor(e,t,n,s=!1){this.isInterleavedBufferAttribute=!0,this.name="",this.data=e,this.itemSize=t,this.offset=n,this.normalized=s,this._normalizationScale=e!==void 0?Mu(e.array):void 0}get count(){return this.data.count}get array(){return this.data.array}set needsUpdate(e){this.data.needsUpdate=e}applyMatrix4(e){for(let t=0,n=this.data.count;t<n;t++)ii.fromBufferAttribute(this,t),ii.applyMatrix4(e),this.setXYZ(t,ii.x,ii.y,ii.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)ii.fromBufferAttribute(this,t),ii.applyNormalMatrix(e),this.setXYZ(t,ii.x,ii.y,ii.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)ii.fromBufferAttribute(this,t),ii.transformDirection(e),this.setXYZ(t,ii.x,ii.y,ii.z);return this}getComponent(e,t){let n=this.array[e*this.data.stride+this.offset+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.data.array[e*this.data.stride+this.offset+t]=n,this}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset]=t,this}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+1]=t,this}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+2]=t,this}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+3]=t,this}getX(e){let t=this.data.array[e*this.data.stride+this.offset];return this.normalized&&(t=this._denormalize(t)),t}getY(e){let t=this.data.array[e*this.data.stride+this.offset+1];return this.normalized&&(t=this._denormalize(t)),t}getZ(e){let t=this.data.array[e*this.data.stride+this.offset+2];return this.normalized&&(t=this._denormalize(t)),t}getW(e){let t=this.data.array[e*this.data.stride+this.offset+3];return this.normalized&&(t=this._denormalize(t)),t}setXY(e,t,n){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.data.array[e+0]=t,this.data.array[e+1]=n,this}setXYZ(e,t,n,s){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s)),this.data.array[e+0]=t,this.data.array[e+1]=n,this.data.array[e+2]=s,this}setXYZW(e,t,n,s,r){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.data.array[e+0]=t,this.data.array[e+1]=n,this.data.array[e+2]=s,this.data.array[e+3]=r,this}clone(e){if(e===void 0){ol("InterleavedBufferAttribute.clone(): Cloning an interleaved buffer attribute will de-interleave buffer data.");let t=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)t.push(this.data.array[s+r])}return new Qt(new this.array.constructor(t),this.itemSize,this.normalized)}else return e.interleavedBuffers===void 0&&(e.interleavedBuffers={}),e.interleavedBuffers[this.data.uuid]===void 0&&(e.interleavedBuffers[this.data.uuid]=this.data.clone(e)),new i(e.interleavedBuffers[this.data.uuid],this.itemSize,this.offset,this.normalized)}toJSON(e){if(e===void 0){ol("InterleavedBufferAttribute.toJSON(): Serializing an interleaved buffer attribute will de-interleave buffer data.");let t=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)t.push(this.data.array[s+r])}return{itemSize:this.itemSize,type:this.array.constructor.name,array:t,normalized:this.normalized}}else return e.interleavedBuffers===void 0&&(e.interleavedBuffers={}),e.interleavedBuffers[this.data.uuid]===void 0&&(e.interleavedBuffers[this.data.uuid]=this.data.toJSON(e)),{isInterleavedBufferAttribute:!0,itemSize:this.itemSize,data:this.data.uuid,offset:this.offset,normalized:this.normalized}}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):op(e,this.data.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):ap(e,this.data.array)}},cd=new Y,uS=new Y,fS=new at,Ei=class{constructor(e=new Y(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,n,s){return this.normal.set(e,t,n),this.constant=s,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,n){let s=cd.subVectors(n,t).cross(uS.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(s,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,n=!0){let s=e.delta(cd),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let o=-(e.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:t.copy(e.start).addScaledVector(s,o)}intersectsLine(e){let t=this.distanceToPoint(e.start),n=this.distanceToPoint(e.end);return t<0&&n>0||n<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let n=t||fS.getNormalMatrix(e),s=this.coplanarPoint(cd).applyMatrix4(e),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}},dS=0,ri=class extends ji{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:dS++}),this.uuid=Ss(),this.name="",this.type="Material",this.blending=pa,this.side=vs,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Od,this.blendDst=Bd,this.blendEquation=Xr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new Xe(0,0,0),this.blendAlpha=0,this.depthFunc=Zo,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=Ly,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=ch,this.stencilZFail=ch,this.stencilZPass=ch,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let n=e[t];if(n===void 0){je(`Material: parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){je(`Material: '${t}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(e).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(e).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(e).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(e).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(e).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let c=r[a];delete c.metadata,o.push(c)}return o}if(t){let r=s(e.textures),o=s(e.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new Xe().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(n=>new Ei().fromJSON(n))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.vertexColors=e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let n=e.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new We().fromArray(n)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new We().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,n=null;if(t!==null){let s=t.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=t[r].clone()}return this.clippingPlanes=n,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}},ia=class extends ri{constructor(e){super(),this.isSpriteMaterial=!0,this.type="SpriteMaterial",this.color=new Xe(16777215),this.map=null,this.alphaMap=null,this.rotation=0,this.sizeAttenuation=!0,this.transparent=!0,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.alphaMap=e.alphaMap,this.rotation=e.rotation,this.sizeAttenuation=e.sizeAttenuation,this.fog=e.fog,this}},ko,$a=new Y,zo=new Y,Go=new Y,Ho=new We,Xa=new We,Vy=new Oe,Bc=new Y,qa=new Y,kc=new Y,w0=new We,hd=new We,E0=new We,ul=class extends nn{constructor(e=new ia){if(super(),this.isSprite=!0,this.type="Sprite",ko===void 0){ko=new bt;let t=new Float32Array([-.5,-.5,0,0,0,.5,-.5,0,1,0,.5,.5,0,1,1,-.5,.5,0,0,1]),n=new hl(t,5);ko.setIndex([0,1,2,0,2,3]),ko.setAttribute("position",new na(n,3,0,!1)),ko.setAttribute("uv",new na(n,2,3,!1))}this.geometry=ko,this.material=e,this.center=new We(.5,.5),this.count=1}intersectsFrustum(e){return e.intersectsSprite(this)}raycast(e,t){e.camera===null&&Qe('Sprite: "Raycaster.camera" needs to be set in order to raycast against sprites.'),zo.setFromMatrixScale(this.matrixWorld),Vy.copy(e.camera.matrixWorld),this.modelViewMatrix.multiplyMatrices(e.camera.matrixWorldInverse,this.matrixWorld),Go.setFromMatrixPosition(this.modelViewMatrix),e.camera.isPerspectiveCamera&&this.material.sizeAttenuation===!1&&zo.multiplyScalar(-Go.z);let n=this.material.rotation,s,r;n!==0&&(r=Math.cos(n),s=Math.sin(n));let o=this.center;zc(Bc.set(-.5,-.5,0),Go,o,zo,s,r),zc(qa.set(.5,-.5,0),Go,o,zo,s,r),zc(kc.set(.5,.5,0),Go,o,zo,s,r),w0.set(0,0),hd.set(1,0),E0.set(1,1);let a=e.ray.intersectTriangle(Bc,qa,kc,!1,$a);if(a===null&&(zc(qa.set(-.5,.5,0),Go,o,zo,s,r),hd.set(0,1),a=e.ray.intersectTriangle(Bc,kc,qa,!1,$a),a===null))return;let c=e.ray.origin.distanceTo($a);c<e.near||c>e.far||t.push({distance:c,point:$a.clone(),uv:Zi.getInterpolation($a,Bc,qa,kc,w0,hd,E0,new We),face:null,object:this})}copy(e,t){return super.copy(e,t),e.center!==void 0&&this.center.copy(e.center),this.material=e.material,this}toJSON(e){let t=super.toJSON(e);return t.object.center=this.center.toArray(),t}};function zc(i,e,t,n,s,r){Ho.subVectors(i,t).addScalar(.5).multiply(n),s!==void 0?(Xa.x=r*Ho.x-s*Ho.y,Xa.y=s*Ho.x+r*Ho.y):Xa.copy(Ho),i.copy(e),i.x+=Xa.x,i.y+=Xa.y,i.applyMatrix4(Vy)}var zs=new Y,ud=new Y,Gc=new Y,Hc=new Y,ds=class{constructor(e=new Y,t=new Y(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,zs)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let n=t.dot(this.direction);return n<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=zs.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(zs.copy(this.origin).addScaledVector(this.direction,t),zs.distanceToSquared(e))}distanceSqToSegment(e,t,n,s){ud.copy(e).add(t).multiplyScalar(.5),Gc.copy(t).sub(e).normalize(),Hc.copy(this.origin).sub(ud);let r=e.distanceTo(t)*.5,o=-this.direction.dot(Gc),a=Hc.dot(this.direction),c=-Hc.dot(Gc),l=Hc.lengthSq(),h=Math.abs(1-o*o),f,u,d,p;if(h>0)if(f=o*c-a,u=o*a-c,p=r*h,f>=0)if(u>=-p)if(u<=p){let y=1/h;f*=y,u*=y,d=f*(f+o*u+2*a)+u*(o*f+u+2*c)+l}else u=r,f=Math.max(0,-(o*u+a)),d=-f*f+u*(u+2*c)+l;else u=-r,f=Math.max(0,-(o*u+a)),d=-f*f+u*(u+2*c)+l;else u<=-p?(f=Math.max(0,-(-o*r+a)),u=f>0?-r:Math.min(Math.max(-r,-c),r),d=-f*f+u*(u+2*c)+l):u<=p?(f=0,u=Math.min(Math.max(-r,-c),r),d=u*(u+2*c)+l):(f=Math.max(0,-(o*r+a)),u=f>0?r:Math.min(Math.max(-r,-c),r),d=-f*f+u*(u+2*c)+l);else u=o>0?-r:r,f=Math.max(0,-(o*u+a)),d=-f*f+u*(u+2*c)+l;return n&&n.copy(this.origin).addScaledVector(this.direction,f),s&&s.copy(ud).addScaledVector(Gc,u),d}intersectSphere(e,t){if(e.radius<0)return null;zs.subVectors(e.center,this.origin);let n=zs.dot(this.direction),s=zs.dot(zs)-n*n,r=e.radius*e.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,c=n+o;return c<0?null:a<0?this.at(c,t):this.at(a,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(e.normal)+e.constant)/t;return n>=0?n:null}intersectPlane(e,t){let n=this.distanceToPlane(e);return n===null?null:this.at(n,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let n,s,r,o,a,c,l=1/this.direction.x,h=1/this.direction.y,f=1/this.direction.z,u=this.origin;return l>=0?(n=(e.min.x-u.x)*l,s=(e.max.x-u.x)*l):(n=(e.max.x-u.x)*l,s=(e.min.x-u.x)*l),h>=0?(r=(e.min.y-u.y)*h,o=(e.max.y-u.y)*h):(r=(e.max.y-u.y)*h,o=(e.min.y-u.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),f>=0?(a=(e.min.z-u.z)*f,c=(e.max.z-u.z)*f):(a=(e.max.z-u.z)*f,c=(e.min.z-u.z)*f),n>c||a>s)||((a>n||n!==n)&&(n=a),(c<s||s!==s)&&(s=c),s<0)?null:this.at(n>=0?n:s,t)}intersectsBox(e){return this.intersectBox(e,zs)!==null}intersectTriangle(e,t,n,s,r){let o=this.origin,a=this.direction,c=a.x,l=a.y,h=a.z,f=e.x-o.x,u=e.y-o.y,d=e.z-o.z,p=t.x-o.x,y=t.y-o.y,m=t.z-o.z,g=n.x-o.x,_=n.y-o.y,b=n.z-o.z,x=Math.abs(c),T=Math.abs(l),M=Math.abs(h),v,w,D,L,R,H,B,P,k,O,V,se;if(x>=T&&x>=M?(D=c,H=f,k=p,se=g,c>=0?(v=l,w=h,L=u,R=d,B=y,P=m,O=_,V=b):(v=h,w=l,L=d,R=u,B=m,P=y,O=b,V=_)):T>=M?(D=l,H=u,k=y,se=_,l>=0?(v=h,w=c,L=d,R=f,B=m,P=p,O=b,V=g):(v=c,w=h,L=f,R=d,B=p,P=m,O=g,V=b)):(D=h,H=d,k=m,se=b,h>=0?(v=c,w=l,L=f,R=u,B=p,P=y,O=g,V=_):(v=l,w=c,L=u,R=f,B=y,P=p,O=_,V=g)),D===0)return null;let I=v/D,G=w/D,X=1/D,Q=L-I*H,K=R-G*H,U=B-I*k,W=P-G*k,j=O-I*se,ee=V-G*se,ae=j*W-ee*U,ve=Q*ee-K*j,ze=U*K-W*Q;if(s){if(ae<0||ve<0||ze<0)return null}else if((ae<0||ve<0||ze<0)&&(ae>0||ve>0||ze>0))return null;let De=ae+ve+ze;if(De===0)return null;let st=X*(ae*H+ve*k+ze*se);return(De>0?st<0:st>0)?null:this.at(st/De,r)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},fr=class extends ri{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new Xe(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Vn,this.combine=Fl,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},T0=new Oe,Fr=new ds,Vc=new Di,A0=new Y,Wc=new Y,$c=new Y,Xc=new Y,fd=new Y,qc=new Y,C0=new Y,Yc=new Y,Ct=class extends nn{constructor(e=new bt,t=new fr){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(e,t){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;t.fromBufferAttribute(s,e);let a=this.morphTargetInfluences;if(r&&a){qc.set(0,0,0);for(let c=0,l=r.length;c<l;c++){let h=a[c],f=r[c];h!==0&&(fd.fromBufferAttribute(f,e),o?qc.addScaledVector(fd,h):qc.addScaledVector(fd.sub(t),h))}t.add(qc)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),Vc.copy(n.boundingSphere),Vc.applyMatrix4(r),Fr.copy(e.ray).recast(e.near),!(Vc.containsPoint(Fr.origin)===!1&&(Fr.intersectSphere(Vc,A0)===null||Fr.origin.distanceToSquared(A0)>(e.far-e.near)**2))&&(T0.copy(r).invert(),Fr.copy(e.ray).applyMatrix4(T0),!(n.boundingBox!==null&&Fr.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(e,t,Fr)))}_computeIntersections(e,t,n){let s,r=this.geometry,o=this.material,a=r.index,c=r.attributes.position,l=r.attributes.uv,h=r.attributes.uv1,f=r.attributes.normal,u=r.groups,d=r.drawRange;if(a!==null)if(Array.isArray(o))for(let p=0,y=u.length;p<y;p++){let m=u[p],g=o[m.materialIndex],_=Math.max(m.start,d.start),b=Math.min(a.count,Math.min(m.start+m.count,d.start+d.count));for(let x=_,T=b;x<T;x+=3){let M=a.getX(x),v=a.getX(x+1),w=a.getX(x+2);s=Zc(this,g,e,n,l,h,f,M,v,w),s&&(s.faceIndex=Math.floor(x/3),s.face.materialIndex=m.materialIndex,t.push(s))}}else{let p=Math.max(0,d.start),y=Math.min(a.count,d.start+d.count);for(let m=p,g=y;m<g;m+=3){let _=a.getX(m),b=a.getX(m+1),x=a.getX(m+2);s=Zc(this,o,e,n,l,h,f,_,b,x),s&&(s.faceIndex=Math.floor(m/3),t.push(s))}}else if(c!==void 0)if(Array.isArray(o))for(let p=0,y=u.length;p<y;p++){let m=u[p],g=o[m.materialIndex],_=Math.max(m.start,d.start),b=Math.min(c.count,Math.min(m.start+m.count,d.start+d.count));for(let x=_,T=b;x<T;x+=3){let M=x,v=x+1,w=x+2;s=Zc(this,g,e,n,l,h,f,M,v,w),s&&(s.faceIndex=Math.floor(x/3),s.face.materialIndex=m.materialIndex,t.push(s))}}else{let p=Math.max(0,d.start),y=Math.min(c.count,d.start+d.count);for(let m=p,g=y;m<g;m+=3){let _=m,b=m+1,x=m+2;s=Zc(this,o,e,n,l,h,f,_,b,x),s&&(s.faceIndex=Math.floor(m/3),t.push(s))}}}};function pS(i,e,t,n,s,r,o,a){let c;if(e.side===ai?c=n.intersectTriangle(o,r,s,!0,a):c=n.intersectTriangle(s,r,o,e.side===vs,a),c===null)return null;Yc.copy(a),Yc.applyMatrix4(i.matrixWorld);let l=t.ray.origin.distanceTo(Yc);return l<t.near||l>t.far?null:{distance:l,point:Yc.clone(),object:i}}function Zc(i,e,t,n,s,r,o,a,c,l){i.getVertexPosition(a,Wc),i.getVertexPosition(c,$c),i.getVertexPosition(l,Xc);let h=pS(i,e,t,n,Wc,$c,Xc,C0);if(h){let f=new Y;Zi.getBarycoord(C0,Wc,$c,Xc,f),s&&(h.uv=Zi.getInterpolatedAttribute(s,a,c,l,f,new We)),r&&(h.uv1=Zi.getInterpolatedAttribute(r,a,c,l,f,new We)),o&&(h.normal=Zi.getInterpolatedAttribute(o,a,c,l,f,new Y),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let u={a,b:c,c:l,normal:new Y,materialIndex:0};Zi.getNormal(Wc,$c,Xc,u.normal),h.face=u,h.barycoord=f}return h}var Ya=new Bt,R0=new Bt,P0=new Bt,mS=new Bt,I0=new Oe,jc=new Y,dd=new Di,L0=new Oe,pd=new ds,fl=class extends Ct{constructor(e,t){super(e,t),this.isSkinnedMesh=!0,this.type="SkinnedMesh",this.bindMode=_d,this.bindMatrix=new Oe,this.bindMatrixInverse=new Oe,this.boundingBox=null,this.boundingSphere=null}computeBoundingBox(){let e=this.geometry;this.boundingBox===null&&(this.boundingBox=new Ji),this.boundingBox.makeEmpty();let t=e.getAttribute("position");for(let n=0;n<t.count;n++)this.getVertexPosition(n,jc),this.boundingBox.expandByPoint(jc)}computeBoundingSphere(){let e=this.geometry;this.boundingSphere===null&&(this.boundingSphere=new Di),this.boundingSphere.makeEmpty();let t=e.getAttribute("position");for(let n=0;n<t.count;n++)this.getVertexPosition(n,jc),this.boundingSphere.expandByPoint(jc)}copy(e,t){return super.copy(e,t),this.bindMode=e.bindMode,this.bindMatrix.copy(e.bindMatrix),this.bindMatrixInverse.copy(e.bindMatrixInverse),this.skeleton=e.skeleton,this.boundingBox=e.boundingBox!==null?e.boundingBox.clone():null,this.boundingSphere=e.boundingSphere!==null?e.boundingSphere.clone():null,this}raycast(e,t){let n=this.material,s=this.matrixWorld;n!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),dd.copy(this.boundingSphere),dd.applyMatrix4(s),e.ray.intersectsSphere(dd)!==!1&&(L0.copy(s).invert(),pd.copy(e.ray).applyMatrix4(L0),!(this.boundingBox!==null&&pd.intersectsBox(this.boundingBox)===!1)&&this._computeIntersections(e,t,pd)))}getVertexPosition(e,t){return super.getVertexPosition(e,t),this.applyBoneTransform(e,t),t}bind(e,t){this.skeleton=e,t===void 0&&(this.updateMatrixWorld(!0),this.skeleton.calculateInverses(),t=this.matrixWorld),this.bindMatrix.copy(t),this.bindMatrixInverse.copy(t).invert()}pose(){this.skeleton.pose()}normalizeSkinWeights(){let e=new Bt,t=this.geometry.attributes.skinWeight;for(let n=0,s=t.count;n<s;n++){e.fromBufferAttribute(t,n);let r=1/e.manhattanLength();r!==1/0?e.multiplyScalar(r):e.set(1,0,0,0),t.setXYZW(n,e.x,e.y,e.z,e.w)}}updateMatrixWorld(e){super.updateMatrixWorld(e),this.bindMode===_d?this.bindMatrixInverse.copy(this.matrixWorld).invert():this.bindMode===Ay?this.bindMatrixInverse.copy(this.bindMatrix).invert():je("SkinnedMesh: Unrecognized bindMode: "+this.bindMode)}applyBoneTransform(e,t){let n=this.skeleton,s=this.geometry;R0.fromBufferAttribute(s.attributes.skinIndex,e),P0.fromBufferAttribute(s.attributes.skinWeight,e),t.isVector4?(Ya.copy(t),t.set(0,0,0,0)):(Ya.set(t.x,t.y,t.z,1),t.set(0,0,0)),Ya.applyMatrix4(this.bindMatrix);for(let r=0;r<4;r++){let o=P0.getComponent(r);if(o!==0){let a=R0.getComponent(r);I0.multiplyMatrices(n.bones[a].matrixWorld,n.boneInverses[a]),t.addScaledVector(mS.copy(Ya).applyMatrix4(I0),o)}}return t.isVector4&&(t.w=Ya.w),t.applyMatrix4(this.bindMatrixInverse)}},sa=class extends nn{constructor(){super(),this.isBone=!0,this.type="Bone"}},dr=class extends Hn{constructor(e=null,t=1,n=1,s,r,o,a,c,l=Un,h=Un,f,u){super(null,o,a,c,l,h,s,r,f,u),this.isDataTexture=!0,this.image={data:e,width:t,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}},N0=new Oe,gS=new Oe,dl=class i{constructor(e=[],t=[]){this.uuid=Ss(),this.bones=e.slice(0),this.boneInverses=t,this.boneMatrices=null,this.previousBoneMatrices=null,this.boneTexture=null,this.previousBoneTexture=null,this.init()}init(){let e=this.bones,t=this.boneInverses;if(this.boneMatrices=new Float32Array(e.length*16),t.length===0)this.calculateInverses();else if(e.length!==t.length){je("Skeleton: Number of inverse bone matrices does not match amount of bones."),this.boneInverses=[];for(let n=0,s=this.bones.length;n<s;n++)this.boneInverses.push(new Oe)}}calculateInverses(){this.boneInverses.length=0;for(let e=0,t=this.bones.length;e<t;e++){let n=new Oe;this.bones[e]&&n.copy(this.bones[e].matrixWorld).invert(),this.boneInverses.push(n)}}pose(){for(let e=0,t=this.bones.length;e<t;e++){let n=this.bones[e];n&&n.matrixWorld.copy(this.boneInverses[e]).invert()}for(let e=0,t=this.bones.length;e<t;e++){let n=this.bones[e];n&&(n.parent&&n.parent.isBone?(n.matrix.copy(n.parent.matrixWorld).invert(),n.matrix.multiply(n.matrixWorld)):n.matrix.copy(n.matrixWorld),n.matrix.decompose(n.position,n.quaternion,n.scale))}}update(){let e=this.bones,t=this.boneInverses,n=this.boneMatrices,s=this.boneTexture;for(let r=0,o=e.length;r<o;r++){let a=e[r]?e[r].matrixWorld:gS;N0.multiplyMatrices(a,t[r]),N0.toArray(n,r*16)}s!==null&&(s.needsUpdate=!0)}clone(){return new i(this.bones,this.boneInverses)}computeBoneTexture(){let e=Math.sqrt(this.bones.length*4);e=Math.ceil(e/4)*4,e=Math.max(e,4);let t=new Float32Array(e*e*4);t.set(this.boneMatrices);let n=new dr(t,e,e,Bi,Ai);return n.needsUpdate=!0,this.boneMatrices=t,this.boneTexture=n,this}getBoneByName(e){for(let t=0,n=this.bones.length;t<n;t++){let s=this.bones[t];if(s.name===e)return s}}dispose(){this.boneTexture!==null&&(this.boneTexture.dispose(),this.boneTexture=null),this.previousBoneTexture!==null&&(this.previousBoneTexture.dispose(),this.previousBoneTexture=null)}fromJSON(e,t){this.uuid=e.uuid;for(let n=0,s=e.bones.length;n<s;n++){let r=e.bones[n],o=t[r];o===void 0&&(je("Skeleton: No bone found with UUID:",r),o=new sa),this.bones.push(o),this.boneInverses.push(new Oe().fromArray(e.boneInverses[n]))}return this.init(),this}toJSON(){let e={metadata:{version:4.7,type:"Skeleton",generator:"Skeleton.toJSON"},bones:[],boneInverses:[]};e.uuid=this.uuid;let t=this.bones,n=this.boneInverses;for(let s=0,r=t.length;s<r;s++){let o=t[s];e.bones.push(o.uuid);let a=n[s];e.boneInverses.push(a.toArray())}return e}},ra=class extends Qt{constructor(e,t,n,s=1){super(e,t,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=s}copy(e){return super.copy(e),this.meshPerAttribute=e.meshPerAttribute,this}toJSON(){let e=super.toJSON();return e.meshPerAttribute=this.meshPerAttribute,e.isInstancedBufferAttribute=!0,e}},Vo=new Oe,D0=new Oe,Jc=[],U0=new Ji,yS=new Oe,Za=new Ct,ja=new Di,pr=class extends Ct{constructor(e,t,n){super(e,t),this.isInstancedMesh=!0,this.instanceMatrix=new ra(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let s=0;s<n;s++)this.setMatrixAt(s,yS)}computeBoundingBox(){let e=this.geometry,t=this.count;this.boundingBox===null&&(this.boundingBox=new Ji),e.boundingBox===null&&e.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<t;n++)this.getMatrixAt(n,Vo),U0.copy(e.boundingBox).applyMatrix4(Vo),this.boundingBox.union(U0)}computeBoundingSphere(){let e=this.geometry,t=this.count;this.boundingSphere===null&&(this.boundingSphere=new Di),e.boundingSphere===null&&e.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<t;n++)this.getMatrixAt(n,Vo),ja.copy(e.boundingSphere).applyMatrix4(Vo),this.boundingSphere.union(ja)}copy(e,t){return super.copy(e,t),this.instanceMatrix.copy(e.instanceMatrix),this.morphTexture=e.morphTexture!==null?e.morphTexture.clone():null,this.instanceColor=e.instanceColor!==null?e.instanceColor.clone():null,this.count=e.count,this.boundingBox=e.boundingBox!==null?e.boundingBox.clone():null,this.boundingSphere=e.boundingSphere!==null?e.boundingSphere.clone():null,this}getColorAt(e,t){return this.instanceColor===null?t.setRGB(1,1,1):t.fromArray(this.instanceColor.array,e*3)}getMatrixAt(e,t){return t.fromArray(this.instanceMatrix.array,e*16)}getMorphAt(e,t){let n=t.morphTargetInfluences,s=this.morphTexture.source.data.data,r=n.length+1,o=e*r+1;for(let a=0;a<n.length;a++)n[a]=s[o+a]}raycast(e,t){let n=this.matrixWorld,s=this.count;if(Za.geometry=this.geometry,Za.material=this.material,Za.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),ja.copy(this.boundingSphere),ja.applyMatrix4(n),e.ray.intersectsSphere(ja)!==!1))for(let r=0;r<s;r++){this.getMatrixAt(r,Vo),D0.multiplyMatrices(n,Vo),Za.matrixWorld=D0,Za.raycast(e,Jc);for(let o=0,a=Jc.length;o<a;o++){let c=Jc[o];c.instanceId=r,c.object=this,t.push(c)}Jc.length=0}}setColorAt(e,t){return this.instanceColor===null&&(this.instanceColor=new ra(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),t.toArray(this.instanceColor.array,e*3),this}setMatrixAt(e,t){return t.toArray(this.instanceMatrix.array,e*16),this}setMorphAt(e,t){let n=t.morphTargetInfluences,s=n.length+1;this.morphTexture===null&&(this.morphTexture=new dr(new Float32Array(s*this.count),s,this.count,Vh,Ai));let r=this.morphTexture.source.data.data,o=0;for(let l=0;l<n.length;l++)o+=n[l];let a=this.geometry.morphTargetsRelative?1:1-o,c=s*e;return r[c]=a,r.set(n,c+1),this}updateMorphTargets(){}dispose(){super.dispose(),this.instanceMatrix.dispose(),this.instanceColor!==null&&this.instanceColor.dispose(),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}},Or=new Di,_S=new We(.5,.5),Kc=new Y,mr=class{constructor(e=new Ei,t=new Ei,n=new Ei,s=new Ei,r=new Ei,o=new Ei){this.planes=[e,t,n,s,r,o]}set(e,t,n,s,r,o){let a=this.planes;return a[0].copy(e),a[1].copy(t),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(e){let t=this.planes;for(let n=0;n<6;n++)t[n].copy(e.planes[n]);return this}setFromProjectionMatrix(e,t=Ni,n=!1){let s=this.planes,r=e.elements,o=r[0],a=r[1],c=r[2],l=r[3],h=r[4],f=r[5],u=r[6],d=r[7],p=r[8],y=r[9],m=r[10],g=r[11],_=r[12],b=r[13],x=r[14],T=r[15];if(s[0].setComponents(l-o,d-h,g-p,T-_).normalize(),s[1].setComponents(l+o,d+h,g+p,T+_).normalize(),s[2].setComponents(l+a,d+f,g+y,T+b).normalize(),s[3].setComponents(l-a,d-f,g-y,T-b).normalize(),n)s[4].setComponents(c,u,m,x).normalize(),s[5].setComponents(l-c,d-u,g-m,T-x).normalize();else if(s[4].setComponents(l-c,d-u,g-m,T-x).normalize(),t===Ni)s[5].setComponents(l+c,d+u,g+m,T+x).normalize();else if(t===jo)s[5].setComponents(c,u,m,x).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),Or.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),Or.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(Or)}intersectsSprite(e){Or.center.set(0,0,0);let t=_S.distanceTo(e.center);return Or.radius=.7071067811865476+t,Or.applyMatrix4(e.matrixWorld),this.intersectsSphere(Or)}intersectsSphere(e){let t=this.planes,n=e.center,s=-e.radius;for(let r=0;r<6;r++)if(t[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(e){let t=this.planes;for(let n=0;n<6;n++){let s=t[n];if(Kc.x=s.normal.x>0?e.max.x:e.min.x,Kc.y=s.normal.y>0?e.max.y:e.min.y,Kc.z=s.normal.z>0?e.max.z:e.min.z,s.distanceToPoint(Kc)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let n=0;n<6;n++)if(t[n].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},F0=new Oe,Sh=class i{constructor(){this.coordinateSystem=Ni,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,n=this._frustums;for(let s=0;s<t.length;s++){let r=t[s];F0.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new mr),n[s].setFromProjectionMatrix(F0,r.coordinateSystem,r.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,n=e._frustums;for(let s=0;s<e._count;s++)t[s]===void 0&&(t[s]=new mr),t[s].copy(n[s]);return this._count=e._count,this}clone(){return new i().copy(this)}};var Wn=class extends ri{constructor(e){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new Xe(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}},Mh=new Y,wh=new Y,O0=new Oe,Ja=new ds,Qc=new Di,md=new Y,B0=new Y,ps=class extends nn{constructor(e=new bt,t=new Wn){super(),this.isLine=!0,this.type="Line",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[0];for(let s=1,r=t.count;s<r;s++)Mh.fromBufferAttribute(t,s-1),wh.fromBufferAttribute(t,s),n[s]=n[s-1],n[s]+=Mh.distanceTo(wh);e.setAttribute("lineDistance",new tt(n,1))}else je("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.matrixWorld,r=e.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),Qc.copy(n.boundingSphere),Qc.applyMatrix4(s),Qc.radius+=r,e.ray.intersectsSphere(Qc)===!1)return;O0.copy(s).invert(),Ja.copy(e.ray).applyMatrix4(O0);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),c=a*a,l=this.isLineSegments?2:1,h=n.index,u=n.attributes.position;if(h!==null){let d=Math.max(0,o.start),p=Math.min(h.count,o.start+o.count);for(let y=d,m=p-1;y<m;y+=l){let g=h.getX(y),_=h.getX(y+1),b=eh(this,e,Ja,c,g,_,y);b&&t.push(b)}if(this.isLineLoop){let y=h.getX(p-1),m=h.getX(d),g=eh(this,e,Ja,c,y,m,p-1);g&&t.push(g)}}else{let d=Math.max(0,o.start),p=Math.min(u.count,o.start+o.count);for(let y=d,m=p-1;y<m;y+=l){let g=eh(this,e,Ja,c,y,y+1,y);g&&t.push(g)}if(this.isLineLoop){let y=eh(this,e,Ja,c,p-1,d,p-1);y&&t.push(y)}}}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function eh(i,e,t,n,s,r,o){let a=i.geometry.attributes.position;if(Mh.fromBufferAttribute(a,s),wh.fromBufferAttribute(a,r),t.distanceSqToSegment(Mh,wh,md,B0)>n)return;md.applyMatrix4(i.matrixWorld);let l=e.ray.origin.distanceTo(md);if(!(l<e.near||l>e.far))return{distance:l,point:B0.clone().applyMatrix4(i.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:i}}var k0=new Y,z0=new Y,Ui=class extends ps{constructor(e,t){super(e,t),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[];for(let s=0,r=t.count;s<r;s+=2)k0.fromBufferAttribute(t,s),z0.fromBufferAttribute(t,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+k0.distanceTo(z0);e.setAttribute("lineDistance",new tt(n,1))}else je("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var Fi=class extends ri{constructor(e){super(),this.isPointsMaterial=!0,this.type="PointsMaterial",this.color=new Xe(16777215),this.map=null,this.alphaMap=null,this.size=1,this.sizeAttenuation=!0,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.alphaMap=e.alphaMap,this.size=e.size,this.sizeAttenuation=e.sizeAttenuation,this.fog=e.fog,this}},G0=new Oe,Sd=new ds,th=new Di,nh=new Y,Ki=class extends nn{constructor(e=new bt,t=new Fi){super(),this.isPoints=!0,this.type="Points",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.matrixWorld,r=e.params.Points.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),th.copy(n.boundingSphere),th.applyMatrix4(s),th.radius+=r,e.ray.intersectsSphere(th)===!1)return;G0.copy(s).invert(),Sd.copy(e.ray).applyMatrix4(G0);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),c=a*a,l=n.index,f=n.attributes.position;if(l!==null){let u=Math.max(0,o.start),d=Math.min(l.count,o.start+o.count);for(let p=u,y=d;p<y;p++){let m=l.getX(p);nh.fromBufferAttribute(f,m),H0(nh,m,c,s,e,t,this)}}else{let u=Math.max(0,o.start),d=Math.min(f.count,o.start+o.count);for(let p=u,y=d;p<y;p++)nh.fromBufferAttribute(f,p),H0(nh,p,c,s,e,t,this)}}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function H0(i,e,t,n,s,r,o){let a=Sd.distanceSqToPoint(i);if(a<t){let c=new Y;Sd.closestPointToPoint(i,c),c.applyMatrix4(n);let l=s.ray.origin.distanceTo(c);if(l<s.near||l>s.far)return;r.push({distance:l,distanceToRay:Math.sqrt(a),point:c,index:e,face:null,faceIndex:null,barycoord:null,object:o})}}var pl=class extends Hn{constructor(e=[],t=qr,n,s,r,o,a,c,l,h){super(e,t,n,s,r,o,a,c,l,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}},ml=class extends Hn{constructor(e,t,n,s,r,o,a,c,l){super(e,t,n,s,r,o,a,c,l),this.isCanvasTexture=!0,this.needsUpdate=!0}};var $s=class extends Hn{constructor(e,t,n=Qi,s,r,o,a=Un,c=Un,l,h=Ws,f=1){if(h!==Ws&&h!==Zs)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let u={width:e,height:t,depth:f};super(u,s,r,o,a,c,h,n,l),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new Qo(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}},gl=class extends $s{constructor(e,t=Qi,n=qr,s,r,o=Un,a=Un,c,l=Ws){let h={width:e,height:e,depth:1},f=[h,h,h,h,h,h];super(e,e,t,n,s,r,o,a,c,l),this.image=f,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}},yl=class extends Hn{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}copy(e){return super.copy(e),this.sourceTexture=e.sourceTexture,this}},oi=class i extends bt{constructor(e=1,t=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let c=[],l=[],h=[],f=[],u=0,d=0;p("z","y","x",-1,-1,n,t,e,o,r,0),p("z","y","x",1,-1,n,t,-e,o,r,1),p("x","z","y",1,1,e,n,t,s,o,2),p("x","z","y",1,-1,e,n,-t,s,o,3),p("x","y","z",1,-1,e,t,n,s,r,4),p("x","y","z",-1,-1,e,t,-n,s,r,5),this.setIndex(c),this.setAttribute("position",new tt(l,3)),this.setAttribute("normal",new tt(h,3)),this.setAttribute("uv",new tt(f,2));function p(y,m,g,_,b,x,T,M,v,w,D){let L=x/v,R=T/w,H=x/2,B=T/2,P=M/2,k=v+1,O=w+1,V=0,se=0,I=new Y;for(let G=0;G<O;G++){let X=G*R-B;for(let Q=0;Q<k;Q++){let K=Q*L-H;I[y]=K*_,I[m]=X*b,I[g]=P,l.push(I.x,I.y,I.z),I[y]=0,I[m]=0,I[g]=M>0?1:-1,h.push(I.x,I.y,I.z),f.push(Q/v),f.push(1-G/w),V+=1}}for(let G=0;G<w;G++)for(let X=0;X<v;X++){let Q=u+X+k*G,K=u+X+k*(G+1),U=u+(X+1)+k*(G+1),W=u+(X+1)+k*G;c.push(Q,K,W),c.push(K,U,W),se+=6}a.addGroup(d,se,D),d+=se,u+=V}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}};var ms=class i extends bt{constructor(e=1,t=1,n=1,s=32,r=1,o=!1,a=0,c=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:e,radiusBottom:t,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:c};let l=this;s=Math.floor(s),r=Math.floor(r);let h=[],f=[],u=[],d=[],p=0,y=[],m=n/2,g=0;_(),o===!1&&(e>0&&b(!0),t>0&&b(!1)),this.setIndex(h),this.setAttribute("position",new tt(f,3)),this.setAttribute("normal",new tt(u,3)),this.setAttribute("uv",new tt(d,2));function _(){let x=new Y,T=new Y,M=0,v=(t-e)/n;for(let w=0;w<=r;w++){let D=[],L=w/r,R=L*(t-e)+e;for(let H=0;H<=s;H++){let B=H/s,P=B*c+a,k=Math.sin(P),O=Math.cos(P);T.x=R*k,T.y=-L*n+m,T.z=R*O,f.push(T.x,T.y,T.z),x.set(k,v,O).normalize(),u.push(x.x,x.y,x.z),d.push(B,1-L),D.push(p++)}y.push(D)}for(let w=0;w<s;w++)for(let D=0;D<r;D++){let L=y[D][w],R=y[D+1][w],H=y[D+1][w+1],B=y[D][w+1];(e>0||D!==0)&&(h.push(L,R,B),M+=3),(t>0||D!==r-1)&&(h.push(R,H,B),M+=3)}l.addGroup(g,M,0),g+=M}function b(x){let T=p,M=new We,v=new Y,w=0,D=x===!0?e:t,L=x===!0?1:-1;for(let H=1;H<=s;H++)f.push(0,m*L,0),u.push(0,L,0),d.push(.5,.5),p++;let R=p;for(let H=0;H<=s;H++){let P=H/s*c+a,k=Math.cos(P),O=Math.sin(P);v.x=D*O,v.y=m*L,v.z=D*k,f.push(v.x,v.y,v.z),u.push(0,L,0),M.x=k*.5+.5,M.y=O*.5*L+.5,d.push(M.x,M.y),p++}for(let H=0;H<s;H++){let B=T+H,P=R+H;x===!0?h.push(P,P+1,B):h.push(P+1,P,B),w+=3}l.addGroup(g,w,x===!0?1:2),g+=w}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radiusTop,e.radiusBottom,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}},Eh=class i extends ms{constructor(e=1,t=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,e,t,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:e,height:t,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(e){return new i(e.radius,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}};function xS(i,e,t=2){let n=e&&e.length,s=n?e[0]*t:i.length,r=Wy(i,0,s,t,!0),o=[];if(!r||r.next===r.prev)return o;let a,c,l;if(n&&(r=wS(i,e,r,t)),i.length>80*t){a=i[0],c=i[1];let h=a,f=c;for(let u=t;u<s;u+=t){let d=i[u],p=i[u+1];d<a&&(a=d),p<c&&(c=p),d>h&&(h=d),p>f&&(f=p)}l=Math.max(h-a,f-c),l=l!==0?32767/l:0}return _l(r,o,t,a,c,l,0),o}function Wy(i,e,t,n,s){let r;if(s===US(i,e,t,n)>0)for(let o=e;o<t;o+=n)r=V0(o/n|0,i[o],i[o+1],r);else for(let o=t-n;o>=e;o-=n)r=V0(o/n|0,i[o],i[o+1],r);return r&&oa(r,r.next)&&(vl(r),r=r.next),r}function Gr(i,e){if(!i)return i;e||(e=i);let t=i,n;do if(n=!1,!t.steiner&&(oa(t,t.next)||tn(t.prev,t,t.next)===0)){if(vl(t),t=e=t.prev,t===t.next)break;n=!0}else t=t.next;while(n||t!==e);return e}function _l(i,e,t,n,s,r,o){if(!i)return;!o&&r&&RS(i,n,s,r);let a=i;for(;i.prev!==i.next;){let c=i.prev,l=i.next;if(r?bS(i,n,s,r):vS(i)){e.push(c.i,i.i,l.i),vl(i),i=l.next,a=l.next;continue}if(i=l,i===a){o?o===1?(i=SS(Gr(i),e),_l(i,e,t,n,s,r,2)):o===2&&MS(i,e,t,n,s,r):_l(Gr(i),e,t,n,s,r,1);break}}}function vS(i){let e=i.prev,t=i,n=i.next;if(tn(e,t,n)>=0)return!1;let s=e.x,r=t.x,o=n.x,a=e.y,c=t.y,l=n.y,h=Math.min(s,r,o),f=Math.min(a,c,l),u=Math.max(s,r,o),d=Math.max(a,c,l),p=n.next;for(;p!==e;){if(p.x>=h&&p.x<=u&&p.y>=f&&p.y<=d&&Ka(s,a,r,c,o,l,p.x,p.y)&&tn(p.prev,p,p.next)>=0)return!1;p=p.next}return!0}function bS(i,e,t,n){let s=i.prev,r=i,o=i.next;if(tn(s,r,o)>=0)return!1;let a=s.x,c=r.x,l=o.x,h=s.y,f=r.y,u=o.y,d=Math.min(a,c,l),p=Math.min(h,f,u),y=Math.max(a,c,l),m=Math.max(h,f,u),g=Md(d,p,e,t,n),_=Md(y,m,e,t,n),b=i.prevZ,x=i.nextZ;for(;b&&b.z>=g&&x&&x.z<=_;){if(b.x>=d&&b.x<=y&&b.y>=p&&b.y<=m&&b!==s&&b!==o&&Ka(a,h,c,f,l,u,b.x,b.y)&&tn(b.prev,b,b.next)>=0||(b=b.prevZ,x.x>=d&&x.x<=y&&x.y>=p&&x.y<=m&&x!==s&&x!==o&&Ka(a,h,c,f,l,u,x.x,x.y)&&tn(x.prev,x,x.next)>=0))return!1;x=x.nextZ}for(;b&&b.z>=g;){if(b.x>=d&&b.x<=y&&b.y>=p&&b.y<=m&&b!==s&&b!==o&&Ka(a,h,c,f,l,u,b.x,b.y)&&tn(b.prev,b,b.next)>=0)return!1;b=b.prevZ}for(;x&&x.z<=_;){if(x.x>=d&&x.x<=y&&x.y>=p&&x.y<=m&&x!==s&&x!==o&&Ka(a,h,c,f,l,u,x.x,x.y)&&tn(x.prev,x,x.next)>=0)return!1;x=x.nextZ}return!0}function SS(i,e){let t=i;do{let n=t.prev,s=t.next.next;!oa(n,s)&&Xy(n,t,t.next,s)&&xl(n,s)&&xl(s,n)&&(e.push(n.i,t.i,s.i),vl(t),vl(t.next),t=i=s),t=t.next}while(t!==i);return Gr(t)}function MS(i,e,t,n,s,r){let o=i;do{let a=o.next.next;for(;a!==o.prev;){if(o.i!==a.i&&LS(o,a)){let c=qy(o,a);o=Gr(o,o.next),c=Gr(c,c.next),_l(o,e,t,n,s,r,0),_l(c,e,t,n,s,r,0);return}a=a.next}o=o.next}while(o!==i)}function wS(i,e,t,n){let s=[];for(let r=0,o=e.length;r<o;r++){let a=e[r]*n,c=r<o-1?e[r+1]*n:i.length,l=Wy(i,a,c,n,!1);l===l.next&&(l.steiner=!0),s.push(IS(l))}s.sort(ES);for(let r=0;r<s.length;r++)t=TS(s[r],t);return t}function ES(i,e){let t=i.x-e.x;if(t===0&&(t=i.y-e.y,t===0)){let n=(i.next.y-i.y)/(i.next.x-i.x),s=(e.next.y-e.y)/(e.next.x-e.x);t=n-s}return t}function TS(i,e){let t=AS(i,e);if(!t)return e;let n=qy(t,i);return Gr(n,n.next),Gr(t,t.next)}function AS(i,e){let t=e,n=i.x,s=i.y,r=-1/0,o;if(oa(i,t))return t;do{if(oa(i,t.next))return t.next;if(s<=t.y&&s>=t.next.y&&t.next.y!==t.y){let f=t.x+(s-t.y)*(t.next.x-t.x)/(t.next.y-t.y);if(f<=n&&f>r&&(r=f,o=t.x<t.next.x?t:t.next,f===n))return o}t=t.next}while(t!==e);if(!o)return null;let a=o,c=o.x,l=o.y,h=1/0;t=o;do{if(n>=t.x&&t.x>=c&&n!==t.x&&$y(s<l?n:r,s,c,l,s<l?r:n,s,t.x,t.y)){let f=Math.abs(s-t.y)/(n-t.x);xl(t,i)&&(f<h||f===h&&(t.x>o.x||t.x===o.x&&CS(o,t)))&&(o=t,h=f)}t=t.next}while(t!==a);return o}function CS(i,e){return tn(i.prev,i,e.prev)<0&&tn(e.next,i,i.next)<0}function RS(i,e,t,n){let s=i;do s.z===0&&(s.z=Md(s.x,s.y,e,t,n)),s.prevZ=s.prev,s.nextZ=s.next,s=s.next;while(s!==i);s.prevZ.nextZ=null,s.prevZ=null,PS(s)}function PS(i){let e,t=1;do{let n=i,s;i=null;let r=null;for(e=0;n;){e++;let o=n,a=0;for(let l=0;l<t&&(a++,o=o.nextZ,!!o);l++);let c=t;for(;a>0||c>0&&o;)a!==0&&(c===0||!o||n.z<=o.z)?(s=n,n=n.nextZ,a--):(s=o,o=o.nextZ,c--),r?r.nextZ=s:i=s,s.prevZ=r,r=s;n=o}r.nextZ=null,t*=2}while(e>1);return i}function Md(i,e,t,n,s){return i=(i-t)*s|0,e=(e-n)*s|0,i=(i|i<<8)&16711935,i=(i|i<<4)&252645135,i=(i|i<<2)&858993459,i=(i|i<<1)&1431655765,e=(e|e<<8)&16711935,e=(e|e<<4)&252645135,e=(e|e<<2)&858993459,e=(e|e<<1)&1431655765,i|e<<1}function IS(i){let e=i,t=i;do(e.x<t.x||e.x===t.x&&e.y<t.y)&&(t=e),e=e.next;while(e!==i);return t}function $y(i,e,t,n,s,r,o,a){return(s-o)*(e-a)>=(i-o)*(r-a)&&(i-o)*(n-a)>=(t-o)*(e-a)&&(t-o)*(r-a)>=(s-o)*(n-a)}function Ka(i,e,t,n,s,r,o,a){return!(i===o&&e===a)&&$y(i,e,t,n,s,r,o,a)}function LS(i,e){return i.next.i!==e.i&&i.prev.i!==e.i&&!NS(i,e)&&(xl(i,e)&&xl(e,i)&&DS(i,e)&&(tn(i.prev,i,e.prev)||tn(i,e.prev,e))||oa(i,e)&&tn(i.prev,i,i.next)>0&&tn(e.prev,e,e.next)>0)}function tn(i,e,t){return(e.y-i.y)*(t.x-e.x)-(e.x-i.x)*(t.y-e.y)}function oa(i,e){return i.x===e.x&&i.y===e.y}function Xy(i,e,t,n){let s=sh(tn(i,e,t)),r=sh(tn(i,e,n)),o=sh(tn(t,n,i)),a=sh(tn(t,n,e));return!!(s!==r&&o!==a||s===0&&ih(i,t,e)||r===0&&ih(i,n,e)||o===0&&ih(t,i,n)||a===0&&ih(t,e,n))}function ih(i,e,t){return e.x<=Math.max(i.x,t.x)&&e.x>=Math.min(i.x,t.x)&&e.y<=Math.max(i.y,t.y)&&e.y>=Math.min(i.y,t.y)}function sh(i){return i>0?1:i<0?-1:0}function NS(i,e){let t=i;do{if(t.i!==i.i&&t.next.i!==i.i&&t.i!==e.i&&t.next.i!==e.i&&Xy(t,t.next,i,e))return!0;t=t.next}while(t!==i);return!1}function xl(i,e){return tn(i.prev,i,i.next)<0?tn(i,e,i.next)>=0&&tn(i,i.prev,e)>=0:tn(i,e,i.prev)<0||tn(i,i.next,e)<0}function DS(i,e){let t=i,n=!1,s=(i.x+e.x)/2,r=(i.y+e.y)/2;do t.y>r!=t.next.y>r&&t.next.y!==t.y&&s<(t.next.x-t.x)*(r-t.y)/(t.next.y-t.y)+t.x&&(n=!n),t=t.next;while(t!==i);return n}function qy(i,e){let t=wd(i.i,i.x,i.y),n=wd(e.i,e.x,e.y),s=i.next,r=e.prev;return i.next=e,e.prev=i,t.next=s,s.prev=t,n.next=t,t.prev=n,r.next=n,n.prev=r,n}function V0(i,e,t,n){let s=wd(i,e,t);return n?(s.next=n.next,s.prev=n,n.next.prev=s,n.next=s):(s.prev=s,s.next=s),s}function vl(i){i.next.prev=i.prev,i.prev.next=i.next,i.prevZ&&(i.prevZ.nextZ=i.nextZ),i.nextZ&&(i.nextZ.prevZ=i.prevZ)}function wd(i,e,t){return{i,x:e,y:t,prev:null,next:null,z:0,prevZ:null,nextZ:null,steiner:!1}}function US(i,e,t,n){let s=0;for(let r=e,o=t-n;r<t;r+=n)s+=(i[o]-i[r])*(i[r+1]+i[o+1]),o=r;return s}var Ed=class{static triangulate(e,t,n=2){return xS(e,t,n)}},aa=class i{static area(e){let t=e.length,n=0;for(let s=t-1,r=0;r<t;s=r++)n+=e[s].x*e[r].y-e[r].x*e[s].y;return n*.5}static isClockWise(e){return i.area(e)<0}static triangulateShape(e,t){let n=[],s=[],r=[];W0(e),$0(n,e);let o=e.length;t.forEach(W0);for(let c=0;c<t.length;c++)s.push(o),o+=t[c].length,$0(n,t[c]);let a=Ed.triangulate(n,s);for(let c=0;c<a.length;c+=3)r.push(a.slice(c,c+3));return r}};function W0(i){let e=i.length;e>2&&i[e-1].equals(i[0])&&i.pop()}function $0(i,e){for(let t=0;t<e.length;t++)i.push(e[t].x),i.push(e[t].y)}var Hr=class i extends bt{constructor(e=1,t=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:n,heightSegments:s};let r=e/2,o=t/2,a=Math.floor(n),c=Math.floor(s),l=a+1,h=c+1,f=e/a,u=t/c,d=[],p=[],y=[],m=[];for(let g=0;g<h;g++){let _=g*u-o;for(let b=0;b<l;b++){let x=b*f-r;p.push(x,-_,0),y.push(0,0,1),m.push(b/a),m.push(1-g/c)}}for(let g=0;g<c;g++)for(let _=0;_<a;_++){let b=_+l*g,x=_+l*(g+1),T=_+1+l*(g+1),M=_+1+l*g;d.push(b,x,M),d.push(x,T,M)}this.setIndex(d),this.setAttribute("position",new tt(p,3)),this.setAttribute("normal",new tt(y,3)),this.setAttribute("uv",new tt(m,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.width,e.height,e.widthSegments,e.heightSegments)}};var gs=class i extends bt{constructor(e=1,t=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:e,widthSegments:t,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},t=Math.max(3,Math.floor(t)),n=Math.max(2,Math.floor(n));let c=Math.min(o+a,Math.PI),l=0,h=[],f=new Y,u=new Y,d=[],p=[],y=[],m=[];for(let g=0;g<=n;g++){let _=[],b=g/n,x=o+b*a,T=e*Math.cos(x),M=Math.sqrt(e*e-T*T),v=0;g===0&&o===0?v=.5/t:g===n&&c===Math.PI&&(v=-.5/t);for(let w=0;w<=t;w++){let D=w/t,L=s+D*r;f.x=-M*Math.cos(L),f.y=T,f.z=M*Math.sin(L),p.push(f.x,f.y,f.z),u.copy(f).normalize(),y.push(u.x,u.y,u.z),m.push(D+v,1-b),_.push(l++)}h.push(_)}for(let g=0;g<n;g++)for(let _=0;_<t;_++){let b=h[g][_+1],x=h[g][_],T=h[g+1][_],M=h[g+1][_+1];(g!==0||o>0)&&d.push(b,x,M),(g!==n-1||c<Math.PI)&&d.push(x,T,M)}this.setIndex(d),this.setAttribute("position",new tt(p,3)),this.setAttribute("normal",new tt(y,3)),this.setAttribute("uv",new tt(m,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radius,e.widthSegments,e.heightSegments,e.phiStart,e.phiLength,e.thetaStart,e.thetaLength)}};function Zr(i){let e={};for(let t in i){e[t]={};for(let n in i[t]){let s=i[t][n];if(X0(s))s.isRenderTargetTexture?(je("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][n]=null):e[t][n]=s.clone();else if(Array.isArray(s))if(X0(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();e[t][n]=r}else e[t][n]=s.slice();else e[t][n]=s}}return e}function Yn(i){let e={};for(let t=0;t<i.length;t++){let n=Zr(i[t]);for(let s in n)e[s]=n[s]}return e}function X0(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function FS(i){let e=[];for(let t=0;t<i.length;t++)e.push(i[t].clone());return e}function lp(i){let e=i.getRenderTarget();return e===null?i.outputColorSpace:e.isXRRenderTarget===!0?e.texture.colorSpace:ut.workingColorSpace}var Yy={clone:Zr,merge:Yn},OS=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,BS=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,ys=class extends ri{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=OS,this.fragmentShader=BS,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=Zr(e.uniforms),this.uniformsGroups=FS(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?t.uniforms[s]={type:"t",value:o.toJSON(e).uuid}:o&&o.isColor?t.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?t.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?t.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?t.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?t.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?t.uniforms[s]={type:"m4",value:o.toArray()}:t.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(t.extensions=n),t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let n in e.uniforms){let s=e.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=t[s.value]||null;break;case"c":this.uniforms[n].value=new Xe().setHex(s.value);break;case"v2":this.uniforms[n].value=new We().fromArray(s.value);break;case"v3":this.uniforms[n].value=new Y().fromArray(s.value);break;case"v4":this.uniforms[n].value=new Bt().fromArray(s.value);break;case"m3":this.uniforms[n].value=new at().fromArray(s.value);break;case"m4":this.uniforms[n].value=new Oe().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let n in e.extensions)this.extensions[n]=e.extensions[n];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}},Th=class extends ys{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}};var gr=class extends ri{constructor(e){super(),this.isMeshPhongMaterial=!0,this.type="MeshPhongMaterial",this.color=new Xe(16777215),this.specular=new Xe(1118481),this.shininess=30,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Xe(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Wl,this.normalScale=new We(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Vn,this.combine=Fl,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.specular.copy(e.specular),this.shininess=e.shininess,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.envMapIntensity=e.envMapIntensity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}};var Xs=class extends ri{constructor(e){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new Xe(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Xe(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Wl,this.normalScale=new We(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Vn,this.combine=Fl,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.envMapIntensity=e.envMapIntensity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}},Ah=class extends ri{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=Py,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},Ch=class extends ri{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function ur(i,e){return!i||i.constructor===e?i:typeof e.BYTES_PER_ELEMENT=="number"?new e(i):Array.prototype.slice.call(i)}function Qa(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}function kS(i){function e(s,r){return i[s]-i[r]}let t=i.length,n=new Array(t);for(let s=0;s!==t;++s)n[s]=s;return n.sort(e),n}function q0(i,e,t){let n=i.length,s=new i.constructor(n);for(let r=0,o=0;o!==n;++r){let a=t[r]*e;for(let c=0;c!==e;++c)s[o++]=i[a+c]}return s}function zS(i,e,t,n){let s=1,r=i[0];for(;r!==void 0&&r[n]===void 0;)r=i[s++];if(r===void 0)return;let o=r[n];if(o!==void 0)if(Array.isArray(o))do o=r[n],o!==void 0&&(e.push(r.time),t.push(...o)),r=i[s++];while(r!==void 0);else if(o.toArray!==void 0)do o=r[n],o!==void 0&&(e.push(r.time),o.toArray(t,t.length)),r=i[s++];while(r!==void 0);else do o=r[n],o!==void 0&&(e.push(r.time),t.push(o)),r=i[s++];while(r!==void 0)}var yr=class{constructor(e,t,n,s){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new t.constructor(n),this.sampleValues=t,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,n=this._cachedIndex,s=t[n],r=t[n-1];n:{e:{let o;t:{i:if(!(e<s)){for(let a=n+2;;){if(s===void 0){if(e<r)break i;return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=t[++n],e<s)break e}o=t.length;break t}if(!(e>=r)){let a=t[1];e<a&&(n=2,r=a);for(let c=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===c)break;if(s=r,r=t[--n-1],e>=r)break e}o=n,n=0;break t}break n}for(;n<o;){let a=n+o>>>1;e<t[a]?o=a:n=a+1}if(s=t[n],r=t[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,e,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=e*s;for(let o=0;o!==s;++o)t[o]=n[r+o];return t}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},Rh=class extends yr{constructor(e,t,n,s){super(e,t,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:xd,endingEnd:xd}}intervalChanged_(e,t,n){let s=this.parameterPositions,r=e-2,o=e+1,a=s[r],c=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case vd:r=e,a=2*t-n;break;case bd:r=s.length-2,a=t+s[r]-s[r+1];break;default:r=e,a=n}if(c===void 0)switch(this.getSettings_().endingEnd){case vd:o=e,c=2*n-t;break;case bd:o=1,c=n+s[1]-s[0];break;default:o=e-1,c=t}let l=(n-t)*.5,h=this.valueSize;this._weightPrev=l/(t-a),this._weightNext=l/(c-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,c=e*a,l=c-a,h=this._offsetPrev,f=this._offsetNext,u=this._weightPrev,d=this._weightNext,p=(n-t)/(s-t),y=p*p,m=y*p,g=-u*m+2*u*y-u*p,_=(1+u)*m+(-1.5-2*u)*y+(-.5+u)*p+1,b=(-1-d)*m+(1.5+d)*y+.5*p,x=d*m-d*y;for(let T=0;T!==a;++T)r[T]=g*o[h+T]+_*o[l+T]+b*o[c+T]+x*o[f+T];return r}},Ph=class extends yr{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,c=e*a,l=c-a,h=(n-t)/(s-t),f=1-h;for(let u=0;u!==a;++u)r[u]=o[l+u]*f+o[c+u]*h;return r}},Ih=class extends yr{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e){return this.copySampleValue_(e-1)}},Lh=class extends yr{interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,c=e*a,l=c-a,h=this.inTangents,f=this.outTangents;if(!h||!f){let p=(n-t)/(s-t),y=1-p;for(let m=0;m!==a;++m)r[m]=o[l+m]*y+o[c+m]*p;return r}let u=a*2,d=e-1;for(let p=0;p!==a;++p){let y=o[l+p],m=o[c+p],g=d*u+p*2,_=f[g],b=f[g+1],x=e*u+p*2,T=h[x],M=h[x+1],v=HS(n,t,_,T,s);r[p]=Zy(v,y,b,M,m)}return r}};function Zy(i,e,t,n,s){let r=1-i;return r*r*r*e+3*r*r*i*t+3*r*i*i*n+i*i*i*s}function GS(i,e,t,n,s){let r=1-i;return 3*r*r*(t-e)+6*r*i*(n-t)+3*i*i*(s-n)}function HS(i,e,t,n,s){let r=(i-e)/(s-e);for(let o=0;o<8;o++){let a=Zy(r,e,t,n,s)-i;if(Math.abs(a)<1e-10)break;let c=GS(r,e,t,n,s);if(Math.abs(c)<1e-10)break;r=Math.max(0,Math.min(1,r-a/c))}return r}var ui=class{constructor(e,t,n,s){if(e===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(t===void 0||t.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+e);this.name=e,this.times=ur(t,this.TimeBufferType),this.values=ur(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,n;if(t.toJSON!==this.toJSON)n=t.toJSON(e);else{n={name:e.name,times:ur(e.times,Array),values:ur(e.values,Array)};let s=e.getInterpolation();s!==e.DefaultInterpolation&&(n.interpolation=s),Qa(e.settings)&&(n.settings={inTangents:ur(e.settings.inTangents,Array),outTangents:ur(e.settings.outTangents,Array)})}return n.type=e.ValueTypeName,n}InterpolantFactoryMethodDiscrete(e){return new Ih(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new Ph(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new Rh(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new Lh(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.outTangents),t}setInterpolation(e){let t;switch(e){case Br:t=this.InterpolantFactoryMethodDiscrete;break;case _h:t=this.InterpolantFactoryMethodLinear;break;case lh:t=this.InterpolantFactoryMethodSmooth;break;case il:t=this.InterpolantFactoryMethodBezier;break}if(t===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return je("KeyframeTrack:",n),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Br;case this.InterpolantFactoryMethodLinear:return _h;case this.InterpolantFactoryMethodSmooth:return lh;case this.InterpolantFactoryMethodBezier:return il}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let n=0,s=t.length;n!==s;++n)t[n]+=e;Qa(this.settings)&&(Y0(this.settings.inTangents,e),Y0(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let n=0,s=t.length;n!==s;++n)t[n]*=e;Qa(this.settings)&&(Z0(this.settings.inTangents,e),Z0(this.settings.outTangents,e))}return this}trim(e,t){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<e;)++r;for(;o!==-1&&n[o]>t;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(Qe("KeyframeTrack: Invalid value size in track.",this),e=!1);let n=this.times,s=this.values,r=n.length;r===0&&(Qe("KeyframeTrack: Track is empty.",this),e=!1);let o=null;for(let a=0;a!==r;a++){let c=n[a];if(typeof c=="number"&&isNaN(c)){Qe("KeyframeTrack: Time is not a valid number.",this,a,c),e=!1;break}if(o!==null&&o>c){Qe("KeyframeTrack: Out of order keys.",this,a,c,o),e=!1;break}o=c}if(s!==void 0&&Fb(s))for(let a=0,c=s.length;a!==c;++a){let l=s[a];if(isNaN(l)){Qe("KeyframeTrack: Value is not a valid number.",this,a,l),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===lh,r=e.length-1,o=1;for(let a=1;a<r;++a){let c=!1,l=e[a],h=e[a+1];if(l!==h&&(a!==1||l!==e[0]))if(s)c=!0;else{let f=a*n,u=f-n,d=f+n;for(let p=0;p!==n;++p){let y=t[f+p];if(y!==t[u+p]||y!==t[d+p]){c=!0;break}}}if(c){if(a!==o){e[o]=e[a];let f=a*n,u=o*n;for(let d=0;d!==n;++d)t[u+d]=t[f+d]}++o}}if(r>0){e[o]=e[r];for(let a=r*n,c=o*n,l=0;l!==n;++l)t[c+l]=t[a+l];++o}return o!==e.length?(this.times=e.slice(0,o),this.values=t.slice(0,o*n)):(this.times=e,this.values=t),this}clone(){let e=this.times.slice(),t=this.values.slice(),n=this.constructor,s=new n(this.name,e,t);return s.createInterpolant=this.createInterpolant,Qa(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function Y0(i,e){for(let t=0,n=i.length;t!==n;t+=2)i[t]+=e}function Z0(i,e){for(let t=0,n=i.length;t!==n;t+=2)i[t]*=e}ui.prototype.ValueTypeName="";ui.prototype.TimeBufferType=Float32Array;ui.prototype.ValueBufferType=Float32Array;ui.prototype.DefaultInterpolation=_h;var qs=class extends ui{constructor(e,t,n){super(e,t,n)}};qs.prototype.ValueTypeName="bool";qs.prototype.ValueBufferType=Array;qs.prototype.DefaultInterpolation=Br;qs.prototype.InterpolantFactoryMethodLinear=void 0;qs.prototype.InterpolantFactoryMethodSmooth=void 0;var bl=class extends ui{constructor(e,t,n,s){super(e,t,n,s)}};bl.prototype.ValueTypeName="color";var la=class extends ui{constructor(e,t,n,s){super(e,t,n,s)}};la.prototype.ValueTypeName="number";var Nh=class extends yr{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,c=(n-t)/(s-t),l=e*a;for(let h=l+a;l!==h;l+=4)cn.slerpFlat(r,0,o,l-a,o,l,c);return r}},_s=class extends ui{constructor(e,t,n,s){super(e,t,n,s)}InterpolantFactoryMethodLinear(e){return new Nh(this.times,this.values,this.getValueSize(),e)}};_s.prototype.ValueTypeName="quaternion";_s.prototype.InterpolantFactoryMethodSmooth=void 0;var Ys=class extends ui{constructor(e,t,n){super(e,t,n)}};Ys.prototype.ValueTypeName="string";Ys.prototype.ValueBufferType=Array;Ys.prototype.DefaultInterpolation=Br;Ys.prototype.InterpolantFactoryMethodLinear=void 0;Ys.prototype.InterpolantFactoryMethodSmooth=void 0;var $n=class extends ui{constructor(e,t,n,s){super(e,t,n,s)}};$n.prototype.ValueTypeName="vector";var ca=class{constructor(e="",t=-1,n=[],s=Ry){this.name=e,this.tracks=n,this.duration=t,this.blendMode=s,this.uuid=Ss(),this.userData={},this.duration<0&&this.resetDuration()}static parse(e){let t=[],n=e.tracks,s=1/(e.fps||1);for(let o=0,a=n.length;o!==a;++o)t.push(WS(n[o]).scale(s));let r=new this(e.name,e.duration,t,e.blendMode);return r.uuid=e.uuid,r.userData=JSON.parse(e.userData||"{}"),r}static toJSON(e){let t=[],n=e.tracks,s={name:e.name,duration:e.duration,tracks:t,uuid:e.uuid,blendMode:e.blendMode,userData:JSON.stringify(e.userData)};for(let r=0,o=n.length;r!==o;++r)t.push(ui.toJSON(n[r]));return s}static CreateFromMorphTargetSequence(e,t,n,s){let r=t.length,o=[];for(let a=0;a<r;a++){let c=[],l=[];c.push((a+r-1)%r,a,(a+1)%r),l.push(0,1,0);let h=kS(c);c=q0(c,1,h),l=q0(l,1,h),!s&&c[0]===0&&(c.push(r),l.push(l[0])),o.push(new la(".morphTargetInfluences["+t[a].name+"]",c,l).scale(1/n))}return new this(e,-1,o)}static findByName(e,t){let n=e;if(!Array.isArray(e)){let s=e;n=s.geometry&&s.geometry.animations||s.animations}for(let s=0;s<n.length;s++)if(n[s].name===t)return n[s];return null}static CreateClipsFromMorphTargetSequences(e,t,n){let s={},r=/^([\w-]*?)([\d]+)$/;for(let a=0,c=e.length;a<c;a++){let l=e[a],h=l.name.match(r);if(h&&h.length>1){let f=h[1],u=s[f];u||(s[f]=u=[]),u.push(l)}}let o=[];for(let a in s)o.push(this.CreateFromMorphTargetSequence(a,s[a],t,n));return o}resetDuration(){let e=this.tracks,t=0;for(let n=0,s=e.length;n!==s;++n){let r=this.tracks[n];t=Math.max(t,r.times[r.times.length-1])}return this.duration=t,this}trim(){for(let e=0;e<this.tracks.length;e++)this.tracks[e].trim(0,this.duration);return this}validate(){let e=!0;for(let t=0;t<this.tracks.length;t++)e=e&&this.tracks[t].validate();return e}optimize(){for(let e=0;e<this.tracks.length;e++)this.tracks[e].optimize();return this}clone(){let e=[];for(let n=0;n<this.tracks.length;n++)e.push(this.tracks[n].clone());let t=new this.constructor(this.name,this.duration,e,this.blendMode);return t.userData=JSON.parse(JSON.stringify(this.userData)),t}toJSON(){return this.constructor.toJSON(this)}};function VS(i){switch(i.toLowerCase()){case"scalar":case"double":case"float":case"number":case"integer":return la;case"vector":case"vector2":case"vector3":case"vector4":return $n;case"color":return bl;case"quaternion":return _s;case"bool":case"boolean":return qs;case"string":return Ys}throw new Error("THREE.KeyframeTrack: Unsupported typeName: "+i)}function WS(i){if(i.type===void 0)throw new Error("THREE.KeyframeTrack: track type undefined, can not parse");let e=VS(i.type);if(i.times===void 0){let n=[],s=[];zS(i.keys,n,s,"value"),i.times=n,i.values=s}let t;return e.parse!==void 0?t=e.parse(i):t=new e(i.name,i.times,i.values,i.interpolation),Qa(i.settings)&&(t.settings={inTangents:ur(i.settings.inTangents,Float32Array),outTangents:ur(i.settings.outTangents,Float32Array)}),t}var Yo={enabled:!1,files:{},add:function(i,e){this.enabled!==!1&&(j0(i)||(this.files[i]=e))},get:function(i){if(this.enabled!==!1&&!j0(i))return this.files[i]},remove:function(i){delete this.files[i]},clear:function(){this.files={}}};function j0(i){try{let e=i.slice(i.indexOf(":")+1);return new URL(e).protocol==="blob:"}catch{return!1}}var Dh=class{constructor(e,t,n){let s=this,r=!1,o=0,a=0,c,l=[];this.onStart=void 0,this.onLoad=e,this.onProgress=t,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),c?c(h):h},this.setURLModifier=function(h){return c=h,this},this.addHandler=function(h,f){return l.push(h,f),this},this.removeHandler=function(h){let f=l.indexOf(h);return f!==-1&&l.splice(f,2),this},this.getHandler=function(h){for(let f=0,u=l.length;f<u;f+=2){let d=l[f],p=l[f+1];if(d.global&&(d.lastIndex=0),d.test(h))return p}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},jy=new Dh,Xn=class{constructor(e){this.manager=e!==void 0?e:jy,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(e,t){let n=this;return new Promise(function(s,r){n.load(e,s,t,r)})}parse(){}setCrossOrigin(e){return this.crossOrigin=e,this}setWithCredentials(e){return this.withCredentials=e,this}setPath(e){return this.path=e,this}setResourcePath(e){return this.resourcePath=e,this}setRequestHeader(e){return this.requestHeader=e,this}setPriority(e){return this.priority=e,this}setCache(e){return this.cache=e,this}abort(){return this}};Xn.DEFAULT_MATERIAL_NAME="__DEFAULT";var Gs={},Td=class extends Error{constructor(e,t){super(e),this.response=t}},xs=class extends Xn{constructor(e){super(e),this.mimeType="",this.responseType="",this._abortController=new AbortController}load(e,t,n,s){e===void 0&&(e=""),this.path!==void 0&&(e=this.path+e),e=this.manager.resolveURL(e);let r=Yo.get(`file:${e}`);if(r!==void 0){this.manager.itemStart(e),setTimeout(()=>{t&&t(r),this.manager.itemEnd(e)},0);return}if(Gs[e]!==void 0){Gs[e].push({onLoad:t,onProgress:n,onError:s});return}Gs[e]=[],Gs[e].push({onLoad:t,onProgress:n,onError:s});let o=new Request(e,{headers:new Headers(this.requestHeader),credentials:this.withCredentials?"include":"same-origin",priority:this.priority,cache:this.cache,signal:typeof AbortSignal.any=="function"?AbortSignal.any([this._abortController.signal,this.manager.abortController.signal]):this._abortController.signal}),a=this.mimeType,c=this.responseType;fetch(o).then(l=>{if(l.status===200||l.status===0){if(l.status===0&&je("FileLoader: HTTP Status 0 received."),typeof ReadableStream>"u"||l.body===void 0||l.body.getReader===void 0)return l;let h=Gs[e],f=l.body.getReader(),u=l.headers.get("X-File-Size")||l.headers.get("Content-Length"),d=u?parseInt(u):0,p=d!==0,y=0,m=new ReadableStream({start(g){_();function _(){f.read().then(({done:b,value:x})=>{if(b)g.close();else{y+=x.byteLength;let T=new ProgressEvent("progress",{lengthComputable:p,loaded:y,total:d});for(let M=0,v=h.length;M<v;M++){let w=h[M];w.onProgress&&w.onProgress(T)}g.enqueue(x),_()}},b=>{g.error(b)})}}});return new Response(m)}else throw new Td(`fetch for "${l.url}" responded with ${l.status}: ${l.statusText}`,l)}).then(l=>{switch(c){case"arraybuffer":return l.arrayBuffer();case"blob":return l.blob();case"document":return l.text().then(h=>new DOMParser().parseFromString(h,a));case"json":return l.json();default:if(a==="")return l.text();{let f=/charset="?([^;"\s]*)"?/i.exec(a),u=f&&f[1]?f[1].toLowerCase():void 0,d=new TextDecoder(u);return l.arrayBuffer().then(p=>d.decode(p))}}}).then(l=>{Yo.add(`file:${e}`,l);let h=Gs[e];delete Gs[e];for(let f=0,u=h.length;f<u;f++){let d=h[f];d.onLoad&&d.onLoad(l)}}).catch(l=>{let h=Gs[e];if(h===void 0)throw this.manager.itemError(e),l;delete Gs[e];for(let f=0,u=h.length;f<u;f++){let d=h[f];d.onError&&d.onError(l)}this.manager.itemError(e)}).finally(()=>{this.manager.itemEnd(e)}),this.manager.itemStart(e)}setResponseType(e){return this.responseType=e,this}setMimeType(e){return this.mimeType=e,this}abort(){return this._abortController.abort(),this._abortController=new AbortController,this}};var Wo=new WeakMap,Uh=class extends Xn{constructor(e){super(e)}load(e,t,n,s){this.path!==void 0&&(e=this.path+e),e=this.manager.resolveURL(e);let r=this,o=Yo.get(`image:${e}`);if(o!==void 0){if(o.complete===!0)r.manager.itemStart(e),setTimeout(function(){t&&t(o),r.manager.itemEnd(e)},0);else{let f=Wo.get(o);f===void 0&&(f=[],Wo.set(o,f)),f.push({onLoad:t,onError:s})}return o}let a=Jo("img");function c(){h(),t&&t(this);let f=Wo.get(this)||[];for(let u=0;u<f.length;u++){let d=f[u];d.onLoad&&d.onLoad(this)}Wo.delete(this),r.manager.itemEnd(e)}function l(f){h(),s&&s(f),Yo.remove(`image:${e}`);let u=Wo.get(this)||[];for(let d=0;d<u.length;d++){let p=u[d];p.onError&&p.onError(f)}Wo.delete(this),r.manager.itemError(e),r.manager.itemEnd(e)}function h(){a.removeEventListener("load",c,!1),a.removeEventListener("error",l,!1)}return a.addEventListener("load",c,!1),a.addEventListener("error",l,!1),e.slice(0,5)!=="data:"&&this.crossOrigin!==void 0&&(a.crossOrigin=this.crossOrigin),Yo.add(`image:${e}`,a),r.manager.itemStart(e),a.fetchPriority=this.priority,a.src=e,a}};var Sl=class extends Xn{constructor(e){super(e)}load(e,t,n,s){let r=this,o=new dr,a=new xs(this.manager);return a.setPriority(this.priority),a.setCache(this.cache),a.setResponseType("arraybuffer"),a.setRequestHeader(this.requestHeader),a.setPath(this.path),a.setWithCredentials(r.withCredentials),a.load(e,function(c){let l;try{l=r.parse(c)}catch(h){s!==void 0?s(h):Qe(h);return}r._applyTexData(o,l),t&&t(o,l)},n,s),o}createDataTexture(e){let t=new dr;return this._applyTexData(t,this.parse(e)),t}_applyTexData(e,t){t.image!==void 0?e.image=t.image:t.data!==void 0&&(e.image.width=t.width,e.image.height=t.height,e.image.data=t.data),e.wrapS=t.wrapS!==void 0?t.wrapS:si,e.wrapT=t.wrapT!==void 0?t.wrapT:si,e.magFilter=t.magFilter!==void 0?t.magFilter:Dn,e.minFilter=t.minFilter!==void 0?t.minFilter:Dn,e.anisotropy=t.anisotropy!==void 0?t.anisotropy:1,t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.mipmaps!==void 0&&(e.mipmaps=t.mipmaps,e.minFilter=Oi),t.mipmapCount===1&&(e.minFilter=Dn),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),e.needsUpdate=!0}},Ml=class extends Xn{constructor(e){super(e)}load(e,t,n,s){let r=new Hn,o=new Uh(this.manager);return o.setPriority(this.priority),o.setCache(this.cache),o.setCrossOrigin(this.crossOrigin),o.setPath(this.path),o.load(e,function(a){r.image=a,r.needsUpdate=!0,t!==void 0&&t(r)},n,s),r}},_r=class extends nn{static registerNode(e){this.prototype._lightNode=e}constructor(e,t=1){super(),this.isLight=!0,this.type="Light",this.color=new Xe(e),this.intensity=t}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,t}},wl=class extends _r{constructor(e,t,n){super(e,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(nn.DEFAULT_UP),this.updateMatrix(),this.groundColor=new Xe(t)}copy(e,t){return super.copy(e,t),this.groundColor.copy(e.groundColor),this}toJSON(e){let t=super.toJSON(e);return t.object.groundColor=this.groundColor.getHex(),t}},gd=new Oe,J0=new Y,K0=new Y,ha=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new We(512,512),this.mapType=fi,this.map=null,this.mapPass=null,this.matrix=new Oe,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new mr,this._frameExtents=new We(1,1),this._viewportCount=1,this._viewports=[new Bt(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera;J0.setFromMatrixPosition(e.matrixWorld),t.position.copy(J0),K0.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(K0),t.updateMatrixWorld(),this._updateMatrix(t,this.matrix,this._frustum)}_updateMatrix(e,t,n,s){gd.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),n.setFromProjectionMatrix(gd,e.coordinateSystem,e.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,c=s?s.x/r.x:0,l=s?s.y/r.y:0;e.coordinateSystem===jo||e.reversedDepth?t.set(.5*o,0,0,.5*o+c,0,.5*a,0,.5*a+l,0,0,1,0,0,0,0,1):t.set(.5*o,0,0,.5*o+c,0,.5*a,0,.5*a+l,0,0,.5,.5,0,0,0,1),t.multiply(gd)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this.mapType=e.mapType,this.biasNode=e.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let e={};return e.intensity=this.intensity,e.bias=this.bias,e.normalBias=this.normalBias,e.radius=this.radius,e.blurSamples=this.blurSamples,e.mapSize=this.mapSize.toArray(),e.mapType=this.mapType,e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,e}},rh=new Y,oh=new cn,fs=new Y,El=class extends nn{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Oe,this.projectionMatrix=new Oe,this.projectionMatrixInverse=new Oe,this.coordinateSystem=Ni,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(rh,oh,fs),fs.x===1&&fs.y===1&&fs.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(rh,oh,fs.set(1,1,1)).invert()}updateWorldMatrix(e,t,n=!1){super.updateWorldMatrix(e,t,n),this.matrixWorld.decompose(rh,oh,fs),fs.x===1&&fs.y===1&&fs.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(rh,oh,fs.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},hr=new Y,Q0=new We,ey=new We,vn=class extends El{constructor(e=50,t=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=kr*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(tl*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return kr*2*Math.atan(Math.tan(tl*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,n){hr.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(hr.x,hr.y).multiplyScalar(-e/hr.z),hr.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(hr.x,hr.y).multiplyScalar(-e/hr.z)}getViewSize(e,t){return this.getViewBounds(e,Q0,ey),t.subVectors(ey,Q0)}setViewOffset(e,t,n,s,r,o){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(tl*.5*this.fov)/this.zoom,n=2*t,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let c=o.fullWidth,l=o.fullHeight;r+=o.offsetX*s/c,t-=o.offsetY*n/l,s*=o.width/c,n*=o.height/l}let a=this.filmOffset;a!==0&&(r+=e*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,t,t-n,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}},Ad=class extends ha{constructor(){super(new vn(50,1,.5,500)),this.isSpotLightShadow=!0,this.focus=1,this.aspect=1}updateMatrices(e){let t=this.camera,n=kr*2*e.angle*this.focus,s=this.mapSize.width/this.mapSize.height*this.aspect,r=e.distance||t.far;(n!==t.fov||s!==t.aspect||r!==t.far)&&(t.fov=n,t.aspect=s,t.far=r,t.updateProjectionMatrix()),super.updateMatrices(e)}copy(e){return super.copy(e),this.focus=e.focus,this.aspect=e.aspect,this}toJSON(){let e=super.toJSON();return e.focus=this.focus,e.aspect=this.aspect,e}},Tl=class extends _r{constructor(e,t,n=0,s=Math.PI/3,r=0,o=2){super(e,t),this.isSpotLight=!0,this.type="SpotLight",this.position.copy(nn.DEFAULT_UP),this.updateMatrix(),this.target=new nn,this.distance=n,this.angle=s,this.penumbra=r,this.decay=o,this.map=null,this.shadow=new Ad}get power(){return this.intensity*Math.PI}set power(e){this.intensity=e/Math.PI}dispose(){super.dispose(),this.shadow.dispose()}copy(e,t){return super.copy(e,t),this.distance=e.distance,this.angle=e.angle,this.penumbra=e.penumbra,this.decay=e.decay,this.target=e.target.clone(),this.map=e.map,this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.distance=this.distance,t.object.angle=this.angle,t.object.decay=this.decay,t.object.penumbra=this.penumbra,t.object.target=this.target.uuid,this.map&&this.map.isTexture&&(t.object.map=this.map.toJSON(e).uuid),t.object.shadow=this.shadow.toJSON(),t}},Cd=class extends ha{constructor(){super(new vn(90,1,.5,500)),this.isPointLightShadow=!0}},Al=class extends _r{constructor(e,t,n=0,s=2){super(e,t),this.isPointLight=!0,this.type="PointLight",this.distance=n,this.decay=s,this.shadow=new Cd}get power(){return this.intensity*4*Math.PI}set power(e){this.intensity=e/(4*Math.PI)}dispose(){super.dispose(),this.shadow.dispose()}copy(e,t){return super.copy(e,t),this.distance=e.distance,this.decay=e.decay,this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.distance=this.distance,t.object.decay=this.decay,t.object.shadow=this.shadow.toJSON(),t}},Vr=class extends El{constructor(e=-1,t=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-e,o=n+e,a=s+t,c=s-t;if(this.view!==null&&this.view.enabled){let l=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=l*this.view.offsetX,o=r+l*this.view.width,a-=h*this.view.offsetY,c=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,c,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}},Rd=class extends ha{constructor(){super(new Vr(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},Wr=class extends _r{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(nn.DEFAULT_UP),this.updateMatrix(),this.target=new nn,this.shadow=new Rd}dispose(){super.dispose(),this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.shadow=this.shadow.toJSON(),t.object.target=this.target.uuid,t}},Cl=class extends _r{constructor(e,t){super(e,t),this.isAmbientLight=!0,this.type="AmbientLight"}};var Rl=class{static extractUrlBase(e){let t=e.lastIndexOf("/");return t===-1?"./":e.slice(0,t+1)}static resolveURL(e,t){return typeof e!="string"||e===""?"":(/^https?:\/\//i.test(t)&&/^\//.test(e)&&(t=t.replace(/(^https?:\/\/[^\/]+).*/i,"$1")),/^(https?:)?\/\//i.test(e)||/^data:.*,.*$/i.test(e)||/^blob:.*$/i.test(e)?e:t+e)}};var $o=-90,Xo=1,ua=class extends nn{constructor(e,t,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new vn($o,Xo,e,t);s.layers=this.layers,this.add(s);let r=new vn($o,Xo,e,t);r.layers=this.layers,this.add(r);let o=new vn($o,Xo,e,t);o.layers=this.layers,this.add(o);let a=new vn($o,Xo,e,t);a.layers=this.layers,this.add(a);let c=new vn($o,Xo,e,t);c.layers=this.layers,this.add(c);let l=new vn($o,Xo,e,t);l.layers=this.layers,this.add(l)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[n,s,r,o,a,c]=t;for(let l of t)this.remove(l);if(e===Ni)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),c.up.set(0,1,0),c.lookAt(0,0,-1);else if(e===jo)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),c.up.set(0,-1,0),c.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let l of t)this.add(l),l.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,c,l,h]=this.children,f=e.getRenderTarget(),u=e.getActiveCubeFace(),d=e.getActiveMipmapLevel(),p=e.xr.enabled;e.xr.enabled=!1;let y=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let m=!1;e.isWebGLRenderer===!0?m=e.state.buffers.depth.getReversed():m=e.reversedDepthBuffer,e.setRenderTarget(n,0,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,r),e.setRenderTarget(n,1,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(n,2,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(n,3,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),e.setRenderTarget(n,4,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),n.texture.mipmapsAutoUpdate=y,e.setRenderTarget(n,5,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,h),e.setRenderTarget(f,u,d),e.xr.enabled=p,n.texture.needsPMREMUpdate=!0}},Fh=class extends vn{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e,this.perCameraFrustumCulled=!1}};var cp="\\[\\]\\.:\\/",$S=new RegExp("["+cp+"]","g"),hp="[^"+cp+"]",XS="[^"+cp.replace("\\.","")+"]",qS=/((?:WC+[\/:])*)/.source.replace("WC",hp),YS=/(WCOD+)?/.source.replace("WCOD",XS),ZS=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",hp),jS=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",hp),JS=new RegExp("^"+qS+YS+ZS+jS+"$"),KS=["material","materials","bones","map"],Pd=class{constructor(e,t,n){let s=n||Jt.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,s)}getValue(e,t){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(e,t)}setValue(e,t){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].unbind()}},Jt=class i{constructor(e,t,n){this.path=t,this.parsedPath=n||i.parseTrackName(t),this.node=i.findNode(e,this.parsedPath.nodeName),this.rootNode=e,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(e,t,n){return e&&e.isAnimationObjectGroup?new i.Composite(e,t,n):new i(e,t,n)}static sanitizeNodeName(e){return e.replace(/\s/g,"_").replace($S,"")}static parseTrackName(e){let t=JS.exec(e);if(t===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+e);let n={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);KS.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+e);return n}static findNode(e,t){if(t===void 0||t===""||t==="."||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let n=e.skeleton.getBoneByName(t);if(n!==void 0)return n}if(e.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===t||a.uuid===t)return a;let c=n(a.children);if(c)return c}return null},s=n(e.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)e[t++]=n[s]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let e=this.node,t=this.parsedPath,n=t.objectName,s=t.propertyName,r=t.propertyIndex;if(e||(e=i.findNode(this.rootNode,t.nodeName),this.node=e),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!e){je("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let l=t.objectIndex;switch(n){case"materials":if(!e.material){Qe("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.materials){Qe("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}e=e.material.materials;break;case"bones":if(!e.skeleton){Qe("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}e=e.skeleton.bones;for(let h=0;h<e.length;h++)if(e[h].name===l){l=h;break}break;case"map":if("map"in e){e=e.map;break}if(!e.material){Qe("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.map){Qe("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}e=e.material.map;break;default:if(e[n]===void 0){Qe("PropertyBinding: Can not bind to objectName of node undefined.",this);return}e=e[n]}if(l!==void 0){if(e[l]===void 0){Qe("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,e);return}e=e[l]}}let o=e[s];if(o===void 0){let l=t.nodeName;Qe("PropertyBinding: Trying to update property for track: "+l+"."+s+" but it wasn't found.",e);return}let a=this.Versioning.None;this.targetObject=e,e.isMaterial===!0?a=this.Versioning.NeedsUpdate:e.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let c=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!e.geometry){Qe("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!e.geometry.morphAttributes){Qe("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}e.morphTargetDictionary[r]!==void 0&&(r=e.morphTargetDictionary[r])}c=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(c=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(c=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[c],this.setValue=this.SetterByBindingTypeAndVersioning[c][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};Jt.Composite=Pd;Jt.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};Jt.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};Jt.prototype.GetterByBindingType=[Jt.prototype._getValue_direct,Jt.prototype._getValue_array,Jt.prototype._getValue_arrayElement,Jt.prototype._getValue_toArray];Jt.prototype.SetterByBindingTypeAndVersioning=[[Jt.prototype._setValue_direct,Jt.prototype._setValue_direct_setNeedsUpdate,Jt.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[Jt.prototype._setValue_array,Jt.prototype._setValue_array_setNeedsUpdate,Jt.prototype._setValue_array_setMatrixWorldNeedsUpdate],[Jt.prototype._setValue_arrayElement,Jt.prototype._setValue_arrayElement_setNeedsUpdate,Jt.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[Jt.prototype._setValue_fromArray,Jt.prototype._setValue_fromArray_setNeedsUpdate,Jt.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var lR=new Float32Array(1);var ty=new Oe,Pl=class{constructor(e,t,n=0,s=1/0){this.ray=new ds(e,t),this.near=n,this.far=s,this.camera=null,this.layers=new ea,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(e,t){this.ray.set(e,t)}setFromCamera(e,t){t.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(e.x,e.y,.5).unproject(t).sub(this.ray.origin).normalize(),this.camera=t):t.isOrthographicCamera?(this.ray.origin.set(e.x,e.y,t.projectionMatrix.elements[14]).unproject(t),this.ray.direction.set(0,0,-1).transformDirection(t.matrixWorld),this.camera=t):Qe("Raycaster: Unsupported camera type: "+t.type)}setFromXRController(e){return ty.identity().extractRotation(e.matrixWorld),this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(ty),this}intersectObject(e,t=!0,n=[]){return Id(e,this,n,t),n.sort(ny),n}intersectObjects(e,t=!0,n=[]){for(let s=0,r=e.length;s<r;s++)Id(e[s],this,n,t);return n.sort(ny),n}};function ny(i,e){return i.distance-e.distance}function Id(i,e,t,n){let s=!0;if(i.layers.test(e.layers)&&i.raycast(e,t)===!1&&(s=!1),s===!0&&n===!0){let r=i.children;for(let o=0,a=r.length;o<a;o++)Id(r[o],e,t,!0)}}var fa=class{constructor(e=1,t=0,n=0){this.radius=e,this.phi=t,this.theta=n}set(e,t,n){return this.radius=e,this.phi=t,this.theta=n,this}copy(e){return this.radius=e.radius,this.phi=e.phi,this.theta=e.theta,this}makeSafe(){return this.phi=gt(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(e){return this.setFromCartesianCoords(e.x,e.y,e.z)}setFromCartesianCoords(e,t,n){return this.radius=Math.sqrt(e*e+t*t+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(e,n),this.phi=Math.acos(gt(t/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var Ld=class{static{this.prototype.isMatrix2=!0}constructor(e,t,n,s){this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let n=0;n<4;n++)this.elements[n]=e[n+t];return this}set(e,t,n,s){let r=this.elements;return r[0]=e,r[2]=t,r[1]=n,r[3]=s,this}};var Il=class extends Ui{constructor(e=10,t=10,n=4473924,s=8947848){n=new Xe(n),s=new Xe(s);let r=t/2,o=e/t,a=e/2,c=[],l=[];for(let u=0,d=0,p=-a;u<=t;u++,p+=o){c.push(-a,0,p,a,0,p),c.push(p,0,-a,p,0,a);let y=u===r?n:s;y.toArray(l,d),d+=3,y.toArray(l,d),d+=3,y.toArray(l,d),d+=3,y.toArray(l,d),d+=3}let h=new bt;h.setAttribute("position",new tt(c,3)),h.setAttribute("color",new tt(l,3));let f=new Wn({vertexColors:!0,toneMapped:!1});super(h,f),this.type="GridHelper"}dispose(){super.dispose(),this.geometry.dispose(),this.material.dispose()}};var iy=new Y,ah,yd,Ll=class extends nn{constructor(e=new Y(0,0,1),t=new Y(0,0,0),n=1,s=16776960,r=n*.2,o=r*.2){super(),this.type="ArrowHelper",ah===void 0&&(ah=new bt,ah.setAttribute("position",new tt([0,0,0,0,1,0],3)),yd=new Eh(.5,1,5,1),yd.translate(0,-.5,0)),this.position.copy(t),this.line=new ps(ah,new Wn({color:s,toneMapped:!1})),this.line.matrixAutoUpdate=!1,this.add(this.line),this.cone=new Ct(yd,new fr({color:s,toneMapped:!1})),this.cone.matrixAutoUpdate=!1,this.add(this.cone),this.setDirection(e),this.setLength(n,r,o)}setDirection(e){if(e.y>.99999)this.quaternion.set(0,0,0,1);else if(e.y<-.99999)this.quaternion.set(1,0,0,0);else{iy.set(e.z,0,-e.x).normalize();let t=Math.acos(e.y);this.quaternion.setFromAxisAngle(iy,t)}}setLength(e,t=e*.2,n=t*.2){this.line.scale.set(1,Math.max(1e-4,e-t),1),this.line.updateMatrix(),this.cone.scale.set(n,t,n),this.cone.position.y=e,this.cone.updateMatrix()}setColor(e){this.line.material.color.set(e),this.cone.material.color.set(e)}copy(e){return super.copy(e,!1),this.line.copy(e.line),this.cone.copy(e.cone),this}dispose(){super.dispose(),this.line.geometry.dispose(),this.line.material.dispose(),this.cone.geometry.dispose(),this.cone.material.dispose()}},Nl=class extends Ui{constructor(e=1){let t=[0,0,0,e,0,0,0,0,0,0,e,0,0,0,0,0,0,e],n=[1,0,0,1,.6,0,0,1,0,.6,1,0,0,0,1,0,.6,1],s=new bt;s.setAttribute("position",new tt(t,3)),s.setAttribute("color",new tt(n,3));let r=new Wn({vertexColors:!0,toneMapped:!1});super(s,r),this.type="AxesHelper"}setColors(e,t,n){let s=new Xe,r=this.geometry.attributes.color.array;return s.set(e),s.toArray(r,0),s.toArray(r,3),s.set(t),s.toArray(r,6),s.toArray(r,9),s.set(n),s.toArray(r,12),s.toArray(r,15),this.geometry.attributes.color.needsUpdate=!0,this}dispose(){super.dispose(),this.geometry.dispose(),this.material.dispose()}};var Dl=class extends ji{constructor(e,t=null){super(),this.object=e,this.domElement=t,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(e){this.domElement!==null&&this.disconnect(),this.domElement=e}disconnect(){}dispose(){}update(){}};function up(i,e,t,n){let s=QS(n);switch(t){case Jd:return i*e;case Vh:return i*e/s.components*s.byteLength;case Wh:return i*e/s.components*s.byteLength;case br:return i*e*2/s.components*s.byteLength;case $h:return i*e*2/s.components*s.byteLength;case Kd:return i*e*3/s.components*s.byteLength;case Bi:return i*e*4/s.components*s.byteLength;case Xh:return i*e*4/s.components*s.byteLength;case Bl:case kl:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*8;case zl:case Gl:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case Yh:case jh:return Math.max(i,16)*Math.max(e,8)/4;case qh:case Zh:return Math.max(i,8)*Math.max(e,8)/2;case Jh:case Kh:case eu:case tu:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*8;case Qh:case Hl:case nu:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case iu:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case su:return Math.floor((i+4)/5)*Math.floor((e+3)/4)*16;case ru:return Math.floor((i+4)/5)*Math.floor((e+4)/5)*16;case ou:return Math.floor((i+5)/6)*Math.floor((e+4)/5)*16;case au:return Math.floor((i+5)/6)*Math.floor((e+5)/6)*16;case lu:return Math.floor((i+7)/8)*Math.floor((e+4)/5)*16;case cu:return Math.floor((i+7)/8)*Math.floor((e+5)/6)*16;case hu:return Math.floor((i+7)/8)*Math.floor((e+7)/8)*16;case uu:return Math.floor((i+9)/10)*Math.floor((e+4)/5)*16;case fu:return Math.floor((i+9)/10)*Math.floor((e+5)/6)*16;case du:return Math.floor((i+9)/10)*Math.floor((e+7)/8)*16;case pu:return Math.floor((i+9)/10)*Math.floor((e+9)/10)*16;case mu:return Math.floor((i+11)/12)*Math.floor((e+9)/10)*16;case gu:return Math.floor((i+11)/12)*Math.floor((e+11)/12)*16;case yu:case _u:case xu:return Math.ceil(i/4)*Math.ceil(e/4)*16;case vu:case bu:return Math.ceil(i/4)*Math.ceil(e/4)*8;case Vl:case Su:return Math.ceil(i/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function QS(i){switch(i){case fi:case qd:return{byteLength:1,components:1};case ga:case Yd:case es:return{byteLength:2,components:1};case Gh:case Hh:return{byteLength:2,components:4};case Qi:case zh:case Ai:return{byteLength:4,components:1};case Zd:case jd:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?je("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function __(){let i=null,e=!1,t=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),t(r,o)}return{start:function(){e!==!0&&t!==null&&i!==null&&(n=i.requestAnimationFrame(s),e=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),e=!1},setAnimationLoop:function(r){t=r},setContext:function(r){i=r}}}function sM(i){let e=new WeakMap;function t(a,c){let l=a.array,h=a.usage,f=l.byteLength,u=i.createBuffer();i.bindBuffer(c,u),i.bufferData(c,l,h),a.onUploadCallback();let d;if(l instanceof Float32Array)d=i.FLOAT;else if(typeof Float16Array<"u"&&l instanceof Float16Array)d=i.HALF_FLOAT;else if(l instanceof Uint16Array)a.isFloat16BufferAttribute?d=i.HALF_FLOAT:d=i.UNSIGNED_SHORT;else if(l instanceof Int16Array)d=i.SHORT;else if(l instanceof Uint32Array)d=i.UNSIGNED_INT;else if(l instanceof Int32Array)d=i.INT;else if(l instanceof Int8Array)d=i.BYTE;else if(l instanceof Uint8Array)d=i.UNSIGNED_BYTE;else if(l instanceof Uint8ClampedArray)d=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+l);return{buffer:u,type:d,bytesPerElement:l.BYTES_PER_ELEMENT,version:a.version,size:f}}function n(a,c,l){let h=c.array,f=c.updateRanges;if(i.bindBuffer(l,a),f.length===0)i.bufferSubData(l,0,h);else{f.sort((d,p)=>d.start-p.start);let u=0;for(let d=1;d<f.length;d++){let p=f[u],y=f[d];y.start<=p.start+p.count+1?p.count=Math.max(p.count,y.start+y.count-p.start):(++u,f[u]=y)}f.length=u+1;for(let d=0,p=f.length;d<p;d++){let y=f[d];i.bufferSubData(l,y.start*h.BYTES_PER_ELEMENT,h,y.start,y.count)}c.clearUpdateRanges()}c.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),e.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let c=e.get(a);c&&(i.deleteBuffer(c.buffer),e.delete(a))}function o(a,c){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=e.get(a);(!h||h.version<a.version)&&e.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let l=e.get(a);if(l===void 0)e.set(a,t(a,c));else if(l.version<a.version){if(l.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(l.buffer,a,c),l.version=a.version}}return{get:s,remove:r,update:o}}var rM=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,oM=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,aM=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,lM=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,cM=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,hM=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,uM=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,fM=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,dM=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,pM=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,mM=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,gM=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,yM=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,_M=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,xM=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,vM=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,bM=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,SM=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,MM=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,wM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,EM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,TM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,AM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,CM=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,RM=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,PM=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,IM=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,LM=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,NM=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,DM="gl_FragColor = linearToOutputTexel( gl_FragColor );",UM=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,FM=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,OM=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,BM=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,kM=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,zM=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,GM=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,HM=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,VM=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,WM=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,$M=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,XM=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,qM=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,YM=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,ZM=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,jM=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,JM=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,KM=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,QM=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,ew=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,tw=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,nw=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,iw=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,sw=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,rw=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,ow=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,aw=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,lw=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,cw=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,hw=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,uw=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,fw=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,dw=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,pw=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,mw=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,gw=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,yw=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,_w=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,xw=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,vw=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,bw=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Sw=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,Mw=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,ww=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,Ew=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,Tw=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,Aw=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,Cw=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,Rw=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,Pw=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,Iw=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,Lw=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,Nw=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,Dw=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,Uw=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,Fw=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,Ow=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,Bw=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,kw=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,zw=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,Gw=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,Hw=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,Vw=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,Ww=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,$w=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,Xw=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,qw=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,Yw=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,Zw=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,jw=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,Jw=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,Kw=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,Qw=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,eE=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,tE=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,nE=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,iE=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,sE=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,rE=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,oE=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,aE=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,lE=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,cE=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,hE=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,uE=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,fE=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,dE=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,pE=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,mE=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,gE=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,yE=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,_E=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,xE=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,vE=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,bE=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,SE=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,ME=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,wE=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,EE=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,TE=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,AE=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,CE=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,RE=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,PE=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,IE=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,LE=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,NE=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,DE=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,UE=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,FE=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,OE=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,dt={alphahash_fragment:rM,alphahash_pars_fragment:oM,alphamap_fragment:aM,alphamap_pars_fragment:lM,alphatest_fragment:cM,alphatest_pars_fragment:hM,aomap_fragment:uM,aomap_pars_fragment:fM,batching_pars_vertex:dM,batching_vertex:pM,begin_vertex:mM,beginnormal_vertex:gM,bsdfs:yM,iridescence_fragment:_M,bumpmap_pars_fragment:xM,clipping_planes_fragment:vM,clipping_planes_pars_fragment:bM,clipping_planes_pars_vertex:SM,clipping_planes_vertex:MM,color_fragment:wM,color_pars_fragment:EM,color_pars_vertex:TM,color_vertex:AM,common:CM,defaultnormal_vertex:RM,displacementmap_pars_vertex:PM,displacementmap_vertex:IM,emissivemap_fragment:LM,emissivemap_pars_fragment:NM,colorspace_fragment:DM,colorspace_pars_fragment:UM,envmap_fragment:FM,envmap_common_pars_fragment:OM,envmap_pars_fragment:BM,envmap_pars_vertex:kM,envmap_physical_pars_fragment:jM,envmap_vertex:zM,fog_vertex:GM,fog_pars_vertex:HM,fog_fragment:VM,fog_pars_fragment:WM,gradientmap_pars_fragment:$M,lightmap_pars_fragment:XM,lights_lambert_fragment:qM,lights_lambert_pars_fragment:YM,lights_pars_begin:ZM,lights_toon_fragment:JM,lights_toon_pars_fragment:KM,lights_phong_fragment:QM,lights_phong_pars_fragment:ew,lights_physical_fragment:tw,lights_physical_pars_fragment:nw,lights_fragment_begin:iw,lights_fragment_maps:sw,lights_fragment_end:rw,lightprobes_pars_fragment:ow,logdepthbuf_fragment:aw,logdepthbuf_pars_fragment:lw,logdepthbuf_pars_vertex:cw,logdepthbuf_vertex:hw,map_fragment:uw,map_pars_fragment:fw,map_particle_fragment:dw,map_particle_pars_fragment:pw,metalnessmap_fragment:mw,metalnessmap_pars_fragment:gw,morphinstance_vertex:yw,morphcolor_vertex:_w,morphnormal_vertex:xw,morphtarget_pars_vertex:vw,morphtarget_vertex:bw,normal_fragment_begin:Sw,normal_fragment_maps:Mw,normal_pars_fragment:ww,normal_pars_vertex:Ew,normal_vertex:Tw,normalmap_pars_fragment:Aw,clearcoat_normal_fragment_begin:Cw,clearcoat_normal_fragment_maps:Rw,clearcoat_pars_fragment:Pw,iridescence_pars_fragment:Iw,opaque_fragment:Lw,packing:Nw,premultiplied_alpha_fragment:Dw,project_vertex:Uw,dithering_fragment:Fw,dithering_pars_fragment:Ow,roughnessmap_fragment:Bw,roughnessmap_pars_fragment:kw,shadowmap_pars_fragment:zw,shadowmap_pars_vertex:Gw,shadowmap_vertex:Hw,shadowmask_pars_fragment:Vw,skinbase_vertex:Ww,skinning_pars_vertex:$w,skinning_vertex:Xw,skinnormal_vertex:qw,specularmap_fragment:Yw,specularmap_pars_fragment:Zw,tonemapping_fragment:jw,tonemapping_pars_fragment:Jw,transmission_fragment:Kw,transmission_pars_fragment:Qw,uv_pars_fragment:eE,uv_pars_vertex:tE,uv_vertex:nE,worldpos_vertex:iE,background_vert:sE,background_frag:rE,backgroundCube_vert:oE,backgroundCube_frag:aE,cube_vert:lE,cube_frag:cE,depth_vert:hE,depth_frag:uE,distance_vert:fE,distance_frag:dE,equirect_vert:pE,equirect_frag:mE,linedashed_vert:gE,linedashed_frag:yE,meshbasic_vert:_E,meshbasic_frag:xE,meshlambert_vert:vE,meshlambert_frag:bE,meshmatcap_vert:SE,meshmatcap_frag:ME,meshnormal_vert:wE,meshnormal_frag:EE,meshphong_vert:TE,meshphong_frag:AE,meshphysical_vert:CE,meshphysical_frag:RE,meshtoon_vert:PE,meshtoon_frag:IE,points_vert:LE,points_frag:NE,shadow_vert:DE,shadow_frag:UE,sprite_vert:FE,sprite_frag:OE},Ne={common:{diffuse:{value:new Xe(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new at},alphaMap:{value:null},alphaMapTransform:{value:new at},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new at}},envmap:{envMap:{value:null},envMapRotation:{value:new at},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new at}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new at}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new at},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new at},normalScale:{value:new We(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new at},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new at}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new at}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new at}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new Xe(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new Xe(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new at},alphaTest:{value:0},uvTransform:{value:new at}},sprite:{diffuse:{value:new Xe(16777215)},opacity:{value:1},center:{value:new We(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new at},alphaMap:{value:null},alphaMapTransform:{value:new at},alphaTest:{value:0}}},ws={basic:{uniforms:Yn([Ne.common,Ne.specularmap,Ne.envmap,Ne.aomap,Ne.lightmap,Ne.fog]),vertexShader:dt.meshbasic_vert,fragmentShader:dt.meshbasic_frag},lambert:{uniforms:Yn([Ne.common,Ne.specularmap,Ne.envmap,Ne.aomap,Ne.lightmap,Ne.emissivemap,Ne.bumpmap,Ne.normalmap,Ne.displacementmap,Ne.fog,Ne.lights,{emissive:{value:new Xe(0)},envMapIntensity:{value:1}}]),vertexShader:dt.meshlambert_vert,fragmentShader:dt.meshlambert_frag},phong:{uniforms:Yn([Ne.common,Ne.specularmap,Ne.envmap,Ne.aomap,Ne.lightmap,Ne.emissivemap,Ne.bumpmap,Ne.normalmap,Ne.displacementmap,Ne.fog,Ne.lights,{emissive:{value:new Xe(0)},specular:{value:new Xe(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:dt.meshphong_vert,fragmentShader:dt.meshphong_frag},standard:{uniforms:Yn([Ne.common,Ne.envmap,Ne.aomap,Ne.lightmap,Ne.emissivemap,Ne.bumpmap,Ne.normalmap,Ne.displacementmap,Ne.roughnessmap,Ne.metalnessmap,Ne.fog,Ne.lights,{emissive:{value:new Xe(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:dt.meshphysical_vert,fragmentShader:dt.meshphysical_frag},toon:{uniforms:Yn([Ne.common,Ne.aomap,Ne.lightmap,Ne.emissivemap,Ne.bumpmap,Ne.normalmap,Ne.displacementmap,Ne.gradientmap,Ne.fog,Ne.lights,{emissive:{value:new Xe(0)}}]),vertexShader:dt.meshtoon_vert,fragmentShader:dt.meshtoon_frag},matcap:{uniforms:Yn([Ne.common,Ne.bumpmap,Ne.normalmap,Ne.displacementmap,Ne.fog,{matcap:{value:null}}]),vertexShader:dt.meshmatcap_vert,fragmentShader:dt.meshmatcap_frag},points:{uniforms:Yn([Ne.points,Ne.fog]),vertexShader:dt.points_vert,fragmentShader:dt.points_frag},dashed:{uniforms:Yn([Ne.common,Ne.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:dt.linedashed_vert,fragmentShader:dt.linedashed_frag},depth:{uniforms:Yn([Ne.common,Ne.displacementmap]),vertexShader:dt.depth_vert,fragmentShader:dt.depth_frag},normal:{uniforms:Yn([Ne.common,Ne.bumpmap,Ne.normalmap,Ne.displacementmap,{opacity:{value:1}}]),vertexShader:dt.meshnormal_vert,fragmentShader:dt.meshnormal_frag},sprite:{uniforms:Yn([Ne.sprite,Ne.fog]),vertexShader:dt.sprite_vert,fragmentShader:dt.sprite_frag},background:{uniforms:{uvTransform:{value:new at},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:dt.background_vert,fragmentShader:dt.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new at}},vertexShader:dt.backgroundCube_vert,fragmentShader:dt.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:dt.cube_vert,fragmentShader:dt.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:dt.equirect_vert,fragmentShader:dt.equirect_frag},distance:{uniforms:Yn([Ne.common,Ne.displacementmap,{referencePosition:{value:new Y},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:dt.distance_vert,fragmentShader:dt.distance_frag},shadow:{uniforms:Yn([Ne.lights,Ne.fog,{color:{value:new Xe(0)},opacity:{value:1}}]),vertexShader:dt.shadow_vert,fragmentShader:dt.shadow_frag}};ws.physical={uniforms:Yn([ws.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new at},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new at},clearcoatNormalScale:{value:new We(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new at},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new at},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new at},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new at},sheen:{value:0},sheenColor:{value:new Xe(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new at},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new at},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new at},transmissionSamplerSize:{value:new We},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new at},attenuationDistance:{value:0},attenuationColor:{value:new Xe(0)},specularColor:{value:new Xe(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new at},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new at},anisotropyVector:{value:new We},anisotropyMap:{value:null},anisotropyMapTransform:{value:new at}}]),vertexShader:dt.meshphysical_vert,fragmentShader:dt.meshphysical_frag};var wu={r:0,b:0,g:0},BE=new Oe,x_=new at;x_.set(-1,0,0,0,1,0,0,0,1);function kE(i,e,t,n,s,r){let o=new Xe(0),a=s===!0?0:1,c,l,h=null,f=0,u=null;function d(_){let b=_.isScene===!0?_.background:null;if(b&&b.isTexture){let x=_.backgroundBlurriness>0;b=e.get(b,x)}return b}function p(_){let b=!1,x=d(_);x===null?m(o,a):x&&x.isColor&&(m(x,1),b=!0);let T=i.xr.getEnvironmentBlendMode();T==="additive"?t.buffers.color.setClear(0,0,0,1,r):T==="alpha-blend"&&t.buffers.color.setClear(0,0,0,0,r),(i.autoClear||b)&&(t.buffers.depth.setTest(!0),t.buffers.depth.setMask(!0),t.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function y(_,b){let x=d(b);x&&x.isCubeTexture?(l===void 0&&(l=new Ct(new oi(1,1,1),new ys({name:"BackgroundCubeMaterial",uniforms:Zr(ws.backgroundCube.uniforms),vertexShader:ws.backgroundCube.vertexShader,fragmentShader:ws.backgroundCube.fragmentShader,side:ai,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),l.geometry.deleteAttribute("uv"),l.onBeforeRender=function(T,M,v){this.matrixWorld.copyPosition(v.matrixWorld)},Object.defineProperty(l.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(l)),l.material.uniforms.envMap.value=x,l.material.uniforms.backgroundBlurriness.value=b.backgroundBlurriness,l.material.uniforms.backgroundIntensity.value=b.backgroundIntensity,l.material.uniforms.backgroundRotation.value.setFromMatrix4(BE.makeRotationFromEuler(b.backgroundRotation)).transpose(),x.isRenderTargetTexture===!1&&l.material.uniforms.backgroundRotation.value.premultiply(x_),l.material.toneMapped=ut.getTransfer(x.colorSpace)!==Nt,(h!==x||f!==x.version||u!==i.toneMapping)&&(l.material.needsUpdate=!0,h=x,f=x.version,u=i.toneMapping),l.layers.enableAll(),_.unshift(l,l.geometry,l.material,0,0,null)):x&&x.isTexture&&(c===void 0&&(c=new Ct(new Hr(2,2),new ys({name:"BackgroundMaterial",uniforms:Zr(ws.background.uniforms),vertexShader:ws.background.vertexShader,fragmentShader:ws.background.fragmentShader,side:vs,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),Object.defineProperty(c.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(c)),c.material.uniforms.t2D.value=x,c.material.uniforms.backgroundIntensity.value=b.backgroundIntensity,c.material.toneMapped=ut.getTransfer(x.colorSpace)!==Nt,x.matrixAutoUpdate===!0&&x.updateMatrix(),c.material.uniforms.uvTransform.value.copy(x.matrix),(h!==x||f!==x.version||u!==i.toneMapping)&&(c.material.needsUpdate=!0,h=x,f=x.version,u=i.toneMapping),c.layers.enableAll(),_.unshift(c,c.geometry,c.material,0,0,null))}function m(_,b){_.getRGB(wu,lp(i)),t.buffers.color.setClear(wu.r,wu.g,wu.b,b,r)}function g(){l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0),c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0)}return{getClearColor:function(){return o},setClearColor:function(_,b=1){o.set(_),a=b,m(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(_){a=_,m(o,a)},render:p,addToRenderList:y,dispose:g}}function zE(i,e){let t=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=u(null),r=s,o=!1;function a(R,H,B,P,k){let O=!1,V=f(R,P,B,H);r!==V&&(r=V,l(r.object)),O=d(R,P,B,k),O&&p(R,P,B,k),k!==null&&e.update(k,i.ELEMENT_ARRAY_BUFFER),(O||o)&&(o=!1,x(R,H,B,P),k!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,e.get(k).buffer))}function c(){return i.createVertexArray()}function l(R){return i.bindVertexArray(R)}function h(R){return i.deleteVertexArray(R)}function f(R,H,B,P){let k=P.wireframe===!0,O=n[H.id];O===void 0&&(O={},n[H.id]=O);let V=R.isInstancedMesh===!0?R.id:0,se=O[V];se===void 0&&(se={},O[V]=se);let I=se[B.id];I===void 0&&(I={},se[B.id]=I);let G=I[k];return G===void 0&&(G=u(c()),I[k]=G),G}function u(R){let H=[],B=[],P=[];for(let k=0;k<t;k++)H[k]=0,B[k]=0,P[k]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:H,enabledAttributes:B,attributeDivisors:P,object:R,attributes:{},index:null}}function d(R,H,B,P){let k=r.attributes,O=H.attributes,V=0,se=B.getAttributes();for(let I in se)if(se[I].location>=0){let X=k[I],Q=O[I];if(Q===void 0&&(I==="instanceMatrix"&&R.instanceMatrix&&(Q=R.instanceMatrix),I==="instanceColor"&&R.instanceColor&&(Q=R.instanceColor)),X===void 0||X.attribute!==Q||Q&&X.data!==Q.data)return!0;V++}return r.attributesNum!==V||r.index!==P}function p(R,H,B,P){let k={},O=H.attributes,V=0,se=B.getAttributes();for(let I in se)if(se[I].location>=0){let X=O[I];X===void 0&&(I==="instanceMatrix"&&R.instanceMatrix&&(X=R.instanceMatrix),I==="instanceColor"&&R.instanceColor&&(X=R.instanceColor));let Q={};Q.attribute=X,X&&X.data&&(Q.data=X.data),k[I]=Q,V++}r.attributes=k,r.attributesNum=V,r.index=P}function y(){let R=r.newAttributes;for(let H=0,B=R.length;H<B;H++)R[H]=0}function m(R){g(R,0)}function g(R,H){let B=r.newAttributes,P=r.enabledAttributes,k=r.attributeDivisors;B[R]=1,P[R]===0&&(i.enableVertexAttribArray(R),P[R]=1),k[R]!==H&&(i.vertexAttribDivisor(R,H),k[R]=H)}function _(){let R=r.newAttributes,H=r.enabledAttributes;for(let B=0,P=H.length;B<P;B++)H[B]!==R[B]&&(i.disableVertexAttribArray(B),H[B]=0)}function b(R,H,B,P,k,O,V){V===!0?i.vertexAttribIPointer(R,H,B,k,O):i.vertexAttribPointer(R,H,B,P,k,O)}function x(R,H,B,P){y();let k=P.attributes,O=B.getAttributes(),V=H.defaultAttributeValues;for(let se in O){let I=O[se];if(I.location>=0){let G=k[se];if(G===void 0&&(se==="instanceMatrix"&&R.instanceMatrix&&(G=R.instanceMatrix),se==="instanceColor"&&R.instanceColor&&(G=R.instanceColor)),G!==void 0){let X=G.normalized,Q=G.itemSize,K=e.get(G);if(K===void 0)continue;let U=K.buffer,W=K.type,j=K.bytesPerElement,ee=W===i.INT||W===i.UNSIGNED_INT||G.gpuType===zh;if(G.isInterleavedBufferAttribute){let ae=G.data,ve=ae.isInterleavedBuffer===!0?ae.stride:ae.itemSize,ze=G.offset;if(ae.isInstancedInterleavedBuffer||ae.isInstancedBufferAttribute){for(let De=0;De<I.locationSize;De++)g(I.location+De,ae.meshPerAttribute);R.isInstancedMesh!==!0&&P._maxInstanceCount===void 0&&(P._maxInstanceCount=ae.meshPerAttribute*ae.count)}else for(let De=0;De<I.locationSize;De++)m(I.location+De);i.bindBuffer(i.ARRAY_BUFFER,U);for(let De=0;De<I.locationSize;De++)b(I.location+De,Q/I.locationSize,W,X,ve*j,(ze+Q/I.locationSize*De)*j,ee)}else{if(G.isInstancedBufferAttribute){for(let ae=0;ae<I.locationSize;ae++)g(I.location+ae,G.meshPerAttribute);R.isInstancedMesh!==!0&&P._maxInstanceCount===void 0&&(P._maxInstanceCount=G.meshPerAttribute*G.count)}else for(let ae=0;ae<I.locationSize;ae++)m(I.location+ae);i.bindBuffer(i.ARRAY_BUFFER,U);for(let ae=0;ae<I.locationSize;ae++)b(I.location+ae,Q/I.locationSize,W,X,Q*j,Q/I.locationSize*ae*j,ee)}}else if(V!==void 0){let X=V[se];if(X!==void 0)switch(X.length){case 2:i.vertexAttrib2fv(I.location,X);break;case 3:i.vertexAttrib3fv(I.location,X);break;case 4:i.vertexAttrib4fv(I.location,X);break;default:i.vertexAttrib1fv(I.location,X)}}}}_()}function T(){D();for(let R in n){let H=n[R];for(let B in H){let P=H[B];for(let k in P){let O=P[k];for(let V in O)h(O[V].object),delete O[V];delete P[k]}}delete n[R]}}function M(R){if(n[R.id]===void 0)return;let H=n[R.id];for(let B in H){let P=H[B];for(let k in P){let O=P[k];for(let V in O)h(O[V].object),delete O[V];delete P[k]}}delete n[R.id]}function v(R){for(let H in n){let B=n[H];for(let P in B){let k=B[P];if(k[R.id]===void 0)continue;let O=k[R.id];for(let V in O)h(O[V].object),delete O[V];delete k[R.id]}}}function w(R){for(let H in n){let B=n[H],P=R.isInstancedMesh===!0?R.id:0,k=B[P];if(k!==void 0){for(let O in k){let V=k[O];for(let se in V)h(V[se].object),delete V[se];delete k[O]}delete B[P],Object.keys(B).length===0&&delete n[H]}}}function D(){L(),o=!0,r!==s&&(r=s,l(r.object))}function L(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:D,resetDefaultState:L,dispose:T,releaseStatesOfGeometry:M,releaseStatesOfObject:w,releaseStatesOfProgram:v,initAttributes:y,enableAttribute:m,disableUnusedAttributes:_}}function GE(i,e,t){let n;function s(c){n=c}function r(c,l){i.drawArrays(n,c,l),t.update(l,n,1)}function o(c,l,h){h!==0&&(i.drawArraysInstanced(n,c,l,h),t.update(l,n,h))}function a(c,l,h){if(h===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,c,0,l,0,h);let u=0;for(let d=0;d<h;d++)u+=l[d];t.update(u,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function HE(i,e,t,n){let s;function r(){if(s!==void 0)return s;if(e.has("EXT_texture_filter_anisotropic")===!0){let v=e.get("EXT_texture_filter_anisotropic");s=i.getParameter(v.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(v){return!(v!==Bi&&n.convert(v)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(v){let w=v===es&&(e.has("EXT_color_buffer_half_float")||e.has("EXT_color_buffer_float"));return!(v!==fi&&v!==Ai&&!w&&n.convert(v)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function c(v){if(v==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";v="mediump"}return v==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let l=t.precision!==void 0?t.precision:"highp",h=c(l);h!==l&&(je("WebGLRenderer:",l,"not supported, using",h,"instead."),l=h);let f=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),u=t.logarithmicDepthBuffer===!0&&f===!1;t.reversedDepthBuffer===!0&&f===!1&&je("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),t.logarithmicDepthBuffer===!0&&f===!0&&je("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let d=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),p=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),y=i.getParameter(i.MAX_TEXTURE_SIZE),m=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),g=i.getParameter(i.MAX_VERTEX_ATTRIBS),_=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),b=i.getParameter(i.MAX_VARYING_VECTORS),x=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),T=i.getParameter(i.MAX_SAMPLES),M=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:c,textureFormatReadable:o,textureTypeReadable:a,precision:l,logarithmicDepthBuffer:u,reversedDepthBuffer:f,maxTextures:d,maxVertexTextures:p,maxTextureSize:y,maxCubemapSize:m,maxAttributes:g,maxVertexUniforms:_,maxVaryings:b,maxFragmentUniforms:x,maxSamples:T,samples:M}}function VE(i){let e=this,t=null,n=0,s=!1,r=!1,o=new Ei,a=new at,c={value:null,needsUpdate:!1};this.uniform=c,this.numPlanes=0,this.numIntersection=0,this.init=function(f,u){let d=f.length!==0||u||n!==0||s;return s=u,n=f.length,d},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(f,u){t=h(f,u,0)},this.setState=function(f,u,d){let p=f.clippingPlanes,y=f.clipIntersection,m=f.clipShadows,g=i.get(f);if(!s||p===null||p.length===0||r&&!m)r?h(null):l();else{let _=r?0:n,b=_*4,x=g.clippingState||null;c.value=x,x=h(p,u,b,d);for(let T=0;T!==b;++T)x[T]=t[T];g.clippingState=x,this.numIntersection=y?this.numPlanes:0,this.numPlanes+=_}};function l(){c.value!==t&&(c.value=t,c.needsUpdate=n>0),e.numPlanes=n,e.numIntersection=0}function h(f,u,d,p){let y=f!==null?f.length:0,m=null;if(y!==0){if(m=c.value,p!==!0||m===null){let g=d+y*4,_=u.matrixWorldInverse;a.getNormalMatrix(_),(m===null||m.length<g)&&(m=new Float32Array(g));for(let b=0,x=d;b!==y;++b,x+=4)o.copy(f[b]).applyMatrix4(_,a),o.normal.toArray(m,x),m[x+3]=o.constant}c.value=m,c.needsUpdate=!0}return e.numPlanes=y,e.numIntersection=0,m}}var ql=class extends Ti{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let n={width:e,height:e,depth:1},s=[n,n,n,n,n,n];this.texture=new pl(s),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new oi(5,5,5),r=new ys({name:"CubemapFromEquirect",uniforms:Zr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:ai,blending:$r});r.uniforms.tEquirect.value=t;let o=new Ct(s,r),a=t.minFilter;return t.minFilter===Oi&&(t.minFilter=Dn),new ua(1,10,this).update(e,o),t.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(e,t=!0,n=!0,s=!0){let r=e.getRenderTarget();for(let o=0;o<6;o++)e.setRenderTarget(this,o),e.clear(t,n,s);e.setRenderTarget(r)}},Jy=256,WE=3,$E=20,v_=256,b_=16,XE=3,qE=new Y,YE=new Xe,Tu=class i{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new ua(1,10,null),this._boxMesh=new Ct(new oi(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,n=.1,s=100,r={}){let{size:o=256,position:a=qE}=r,c=this._renderer;this._setSize(o);let l=this._allocateTarget(),h=this._getSourceTarget(!0);t>0&&(h.texture.mipmapsAutoUpdate=!1);let f=c.autoClear,u=c.autoClearColor,d=c.autoClearDepth,p=c.autoClearStencil,y=e.background;c.autoClear=!0,c.autoClearColor=!0,c.autoClearDepth=!0,c.autoClearStencil=!0,y===null&&(e.background=c.getClearColor(YE));let m=new ua(n,s,h);return m.position.copy(a),m.update(c,e),c.autoClear=f,c.autoClearColor=u,c.autoClearDepth=d,c.autoClearStencil=p,e.background=y,t>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(l,t)),this._applyPMREM(l),l}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=e_(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=Qy(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(Jy,rp(e))}_fromTexture(e,t){e.mapping===qr||e.mapping===ma?this._setSize(e.image.length===0?Jy:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4);let n=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(n),n}_allocateTarget(){let e=this._cubeSize,t=Ky(e,!1,!1),n=Math.log2(e)-WE;for(let s=0;s<=n;s++)t.texture.mipmaps.push({width:e>>s,height:e>>s});return t.texture.name="PMREM",t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==t||e&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=Ky(t,!0,e)),this._sourceTarget}_compileMaterial(e){this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=e,r.activeMipmapLevel=t;let o=e.width>>t;e.viewport.set(0,0,o,o),r.update(this._renderer,s),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===qr||e.mapping===ma?(this._cubemapMaterial===null&&(this._cubemapMaterial=e_()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=Qy()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(e){this._ggxMaterial===null&&(this._ggxMaterial=ZE(),this._integrationMaterial=jE());let t=this._cubeSize,n=e.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(t/b_);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-XE)r.roughness.value=a,this._renderCube(e,o,this._integrationMaterial);else{let c=a>0?Math.log2(t)+.5*Math.log2(6/(v_*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=c,this._renderCube(e,o,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=JE());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(e,0,n),s.envMap.value=e.texture,this._renderCube(r,0,n)}};function Ky(i,e,t){return new ql(i,{minFilter:Oi,generateMipmaps:e,type:es,colorSpace:sl,depthBuffer:t})}function Yl(i,e,t){return new ys({name:i,uniforms:e,vertexShader:dt.cube_vert,fragmentShader:t,side:ai,blending:$r,depthTest:!1,depthWrite:!1})}function ZE(){return Yl("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${v_}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function jE(){return Yl("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:b_}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function JE(){return Yl("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${$E}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function Qy(){return Yl("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function e_(){return Yl("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function KE(i){let e=new WeakMap,t=new WeakMap,n=null;function s(u,d=!1){return u==null?null:d?o(u):r(u)}function r(u){if(u&&u.isTexture){let d=u.mapping;if(d===Oh||d===Bh)if(e.has(u)){let p=e.get(u).texture;return a(p,u.mapping)}else{let p=u.image;if(p&&p.height>0){let y=new ql(p.height);return y.fromEquirectangularTexture(i,u),e.set(u,y),u.addEventListener("dispose",l),a(y.texture,u.mapping)}else return null}}return u}function o(u){if(u&&u.isTexture&&u.isPMREMTexture!==!0){let d=u.mapping,p=d===Oh||d===Bh,y=d===qr||d===ma;if(p||y){let m=t.get(u),g=m!==void 0?m.texture.pmremVersion:0;if(u.isRenderTargetTexture&&u.pmremVersion!==g)return n===null&&(n=new Tu(i)),m=p?n.fromEquirectangular(u,m):n.fromCubemap(u,m),m.texture.pmremVersion=u.pmremVersion,t.set(u,m),m.texture;if(m!==void 0)return m.texture;{let _=u.image;return p&&_&&_.height>0||y&&_&&c(_)?(n===null&&(n=new Tu(i)),m=p?n.fromEquirectangular(u):n.fromCubemap(u),m.texture.pmremVersion=u.pmremVersion,t.set(u,m),u.addEventListener("dispose",h),m.texture):null}}}return u}function a(u,d){return d===Oh?u.mapping=qr:d===Bh&&(u.mapping=ma),u}function c(u){let d=0,p=6;for(let y=0;y<p;y++)u[y]!==void 0&&d++;return d===p}function l(u){let d=u.target;d.removeEventListener("dispose",l);let p=e.get(d);p!==void 0&&(e.delete(d),p.dispose())}function h(u){let d=u.target;d.removeEventListener("dispose",h);let p=t.get(d);p!==void 0&&(t.delete(d),p.dispose())}function f(){e=new WeakMap,t=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:f}}function QE(i){let e={};function t(n){if(e[n]!==void 0)return e[n];let s=i.getExtension(n);return e[n]=s,s}return{has:function(n){return t(n)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(n){let s=t(n);return s===null&&el("WebGLRenderer: "+n+" extension not supported."),s}}}function eT(i,e,t,n){let s={},r=new WeakMap,o=new FinalizationRegistry(p=>delete s[p]);function a(p){c(p.target)}function c(p){p.index!==null&&e.remove(p.index);for(let m in p.attributes)e.remove(p.attributes[m]);p.removeEventListener("dispose",a),delete s[p.id],o.unregister(p);let y=r.get(p);y&&(e.remove(y),r.delete(p)),n.releaseStatesOfGeometry(p),p.isInstancedBufferGeometry===!0&&delete p._maxInstanceCount,t.memory.geometries--}function l(p,y){return s[y.id]!==void 0||(y.addEventListener("dispose",a),s[y.id]=new WeakRef(y),o.register(y,y.id,y),t.memory.geometries++),y}function h(p){let y=p.attributes;for(let m in y)e.update(y[m],i.ARRAY_BUFFER)}function f(p){let y=p.index,m=p.attributes.position,g=0;if(m===void 0)return;let _=y!==null?y.array.length:m.array.length/3-1,b=m.count>=65535?cl:ll,x=new b(Math.ceil(_/3)*6,1),T=x.array;if(y!==null){let v=y.array;g=y.version;for(let w=0,D=0;w<_;w+=3){let L=v[w+0],R=v[w+1],H=v[w+2];T[D++]=L,T[D++]=R,T[D++]=R,T[D++]=H,T[D++]=H,T[D++]=L}}else{g=m.version;for(let v=0,w=0;v<_;v+=3){let D=v+0,L=v+1,R=v+2;T[w++]=D,T[w++]=L,T[w++]=L,T[w++]=R,T[w++]=R,T[w++]=D}}x.version=g;let M=r.get(p);M&&e.remove(M),r.set(p,x)}function u(p){let y=r.get(p);if(y){let m=p.index;m!==null&&y.version<m.version&&f(p)}else f(p);return r.get(p)}function d(){for(let p in s){let y=s[p].deref();y!==void 0&&c(y)}}return{get:l,update:h,getWireframeAttribute:u,dispose:d}}function tT(i,e,t){let n;function s(f){n=f}let r,o;function a(f){r=f.type,o=f.bytesPerElement}function c(f,u){i.drawElements(n,u,r,f*o),t.update(u,n,1)}function l(f,u,d){d!==0&&(i.drawElementsInstanced(n,u,r,f*o,d),t.update(u,n,d))}function h(f,u,d){if(d===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,u,0,r,f,0,d);let y=0;for(let m=0;m<d;m++)y+=u[m];t.update(y,n,1)}this.setMode=s,this.setIndex=a,this.render=c,this.renderInstances=l,this.renderMultiDraw=h}function nT(i){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(t.calls++,o){case i.TRIANGLES:t.triangles+=a*(r/3);break;case i.LINES:t.lines+=a*(r/2);break;case i.LINE_STRIP:t.lines+=a*(r-1);break;case i.LINE_LOOP:t.lines+=a*r;break;case i.POINTS:t.points+=a*r;break;default:Qe("WebGLInfo: Unknown draw mode:",o);break}}function s(){t.calls=0,t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:s,update:n}}function iT(i,e,t){let n=new WeakMap,s=new Bt;function r(o,a,c){let l=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,f=h!==void 0?h.length:0,u=n.get(a);if(u===void 0||u.count!==f){let D=function(){v.dispose(),n.delete(a),a.removeEventListener("dispose",D)};u!==void 0&&u.texture.dispose();let d=a.morphAttributes.position!==void 0,p=a.morphAttributes.normal!==void 0,y=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],g=a.morphAttributes.normal||[],_=a.morphAttributes.color||[],b=0;d===!0&&(b=1),p===!0&&(b=2),y===!0&&(b=3);let x=a.attributes.position.count*b,T=1;x>e.maxTextureSize&&(T=Math.ceil(x/e.maxTextureSize),x=e.maxTextureSize);let M=new Float32Array(x*T*4*f),v=new al(M,x,T,f);v.type=Ai,v.needsUpdate=!0;let w=b*4;for(let L=0;L<f;L++){let R=m[L],H=g[L],B=_[L],P=x*T*4*L;for(let k=0;k<R.count;k++){let O=k*w;d===!0&&(s.fromBufferAttribute(R,k),M[P+O+0]=s.x,M[P+O+1]=s.y,M[P+O+2]=s.z,M[P+O+3]=0),p===!0&&(s.fromBufferAttribute(H,k),M[P+O+4]=s.x,M[P+O+5]=s.y,M[P+O+6]=s.z,M[P+O+7]=0),y===!0&&(s.fromBufferAttribute(B,k),M[P+O+8]=s.x,M[P+O+9]=s.y,M[P+O+10]=s.z,M[P+O+11]=B.itemSize===4?s.w:1)}}u={count:f,texture:v,size:new We(x,T)},n.set(a,u),a.addEventListener("dispose",D)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)c.getUniforms().setValue(i,"morphTexture",o.morphTexture,t);else{let d=0;for(let y=0;y<l.length;y++)d+=l[y];let p=a.morphTargetsRelative?1:1-d;c.getUniforms().setValue(i,"morphTargetBaseInfluence",p),c.getUniforms().setValue(i,"morphTargetInfluences",l)}c.getUniforms().setValue(i,"morphTargetsTexture",u.texture,t),c.getUniforms().setValue(i,"morphTargetsTextureSize",u.size)}return{update:r}}function sT(i,e,t,n,s){let r=new WeakMap;function o(l){let h=s.render.frame,f=l.geometry,u=e.get(l,f);if(r.get(u)!==h&&(e.update(u),r.set(u,h)),l.isInstancedMesh&&(l.hasEventListener("dispose",c)===!1&&l.addEventListener("dispose",c),r.get(l)!==h&&(t.update(l.instanceMatrix,i.ARRAY_BUFFER),l.instanceColor!==null&&t.update(l.instanceColor,i.ARRAY_BUFFER),r.set(l,h))),l.isSkinnedMesh){let d=l.skeleton;r.get(d)!==h&&(d.update(),r.set(d,h))}return u}function a(){r=new WeakMap}function c(l){let h=l.target;h.removeEventListener("dispose",c),n.releaseStatesOfObject(h),t.remove(h.instanceMatrix),h.instanceColor!==null&&t.remove(h.instanceColor)}return{update:o,dispose:a}}var rT={[kd]:"LINEAR_TONE_MAPPING",[zd]:"REINHARD_TONE_MAPPING",[Gd]:"CINEON_TONE_MAPPING",[Hd]:"ACES_FILMIC_TONE_MAPPING",[Wd]:"AGX_TONE_MAPPING",[$d]:"NEUTRAL_TONE_MAPPING",[Vd]:"CUSTOM_TONE_MAPPING"};function oT(i,e,t,n,s,r){let o=new Ti(e,t,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,c=null,l=null,h=new bt;h.setAttribute("position",new tt([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new tt([0,2,0,0,2,0],2));let f=new Th({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),u=new Ct(h,f),d=new Vr(-1,1,1,-1,0,1),p=null,y=null,m=!1,g,_=null,b=[],x=!1;this.setSize=function(T,M){o.setSize(T,M),a!==null&&a.setSize(T,M),c!==null&&c.setSize(T,M);for(let v=0;v<b.length;v++){let w=b[v];w.setSize&&w.setSize(T,M)}},this.setEffects=function(T){b=T,x=b.length>0&&b[0].isRenderPass===!0;let M=o.width,v=o.height;b.length>0&&a===null&&(a=new Ti(M,v,{type:es,depthBuffer:!1,stencilBuffer:!1}),c=new Ti(M,v,{type:es,depthBuffer:!1,stencilBuffer:!1}));let w=s===!0&&b.some(D=>D.needsDepthTexture===!0);w!==(o.depthTexture!==null)&&(w===!0&&l===null&&(l=new $s(M,v),r===!0&&(l.format=Zs,l.type=Yr)),o.dispose(),o.depthTexture=w?l:null,o.resolveDepthBuffer=w,o.storeMultisampledDepthBuffer=w);for(let D=0;D<b.length;D++){let L=b[D];L.setSize&&L.setSize(M,v),w&&L.needsDepthTexture===!0&&L.setDepthTexture&&L.setDepthTexture(l)}},this.begin=function(T,M){if(m||T.toneMapping===bs&&b.length===0)return!1;if(_=M,M!==null){let v=M.width,w=M.height;(o.width!==v||o.height!==w)&&this.setSize(v,w)}return x===!1&&T.setRenderTarget(o),g=T.toneMapping,T.toneMapping=bs,!0},this.hasRenderPass=function(){return x},this.end=function(T,M){T.toneMapping=g,m=!0;let v=o,w=a;for(let D=0;D<b.length;D++){let L=b[D];L.enabled!==!1&&(L.render(T,w,v,M),L.needsSwap!==!1&&(v=w,w=w===a?c:a))}if(p!==T.outputColorSpace||y!==T.toneMapping){p=T.outputColorSpace,y=T.toneMapping,f.defines={},ut.getTransfer(p)===Nt&&(f.defines.SRGB_TRANSFER="");let D=rT[y];D&&(f.defines[D]=""),f.needsUpdate=!0}f.uniforms.tDiffuse.value=v.texture,T.setRenderTarget(_),T.render(u,d),_=null,m=!1},this.isCompositing=function(){return m},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),c!==null&&c.dispose(),h.dispose(),f.dispose()}}var S_=new Hn,M_=new $s(1,1),w_=new gl(1),E_=new al,T_=new bh,A_=new pl,t_=[],n_=[],i_=new Float32Array(16),s_=new Float32Array(9),r_=new Float32Array(4);function _a(i,e,t){let n=i[0];if(n<=0||n>0)return i;let s=e*t,r=t_[s];if(r===void 0&&(r=new Float32Array(s),t_[s]=r),e!==0){n.toArray(r,0);for(let o=1,a=0;o!==e;++o)a+=t,i[o].toArray(r,a)}return r}function En(i,e){if(i.length!==e.length)return!1;for(let t=0,n=i.length;t<n;t++)if(i[t]!==e[t])return!1;return!0}function Tn(i,e){for(let t=0,n=e.length;t<n;t++)i[t]=e[t]}function Cu(i,e){let t=n_[e];t===void 0&&(t=new Int32Array(e),n_[e]=t);for(let n=0;n!==e;++n)t[n]=i.allocateTextureUnit();return t}function aT(i,e){let t=this.cache;t[0]!==e&&(i.uniform1f(this.addr,e),t[0]=e)}function lT(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(En(t,e))return;i.uniform2fv(this.addr,e),Tn(t,e)}}function cT(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(i.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if(En(t,e))return;i.uniform3fv(this.addr,e),Tn(t,e)}}function hT(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(En(t,e))return;i.uniform4fv(this.addr,e),Tn(t,e)}}function uT(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(En(t,e))return;i.uniformMatrix2fv(this.addr,!1,e),Tn(t,e)}else{if(En(t,n))return;r_.set(n),i.uniformMatrix2fv(this.addr,!1,r_),Tn(t,n)}}function fT(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(En(t,e))return;i.uniformMatrix3fv(this.addr,!1,e),Tn(t,e)}else{if(En(t,n))return;s_.set(n),i.uniformMatrix3fv(this.addr,!1,s_),Tn(t,n)}}function dT(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(En(t,e))return;i.uniformMatrix4fv(this.addr,!1,e),Tn(t,e)}else{if(En(t,n))return;i_.set(n),i.uniformMatrix4fv(this.addr,!1,i_),Tn(t,n)}}function pT(i,e){let t=this.cache;t[0]!==e&&(i.uniform1i(this.addr,e),t[0]=e)}function mT(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2i(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(En(t,e))return;i.uniform2iv(this.addr,e),Tn(t,e)}}function gT(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(En(t,e))return;i.uniform3iv(this.addr,e),Tn(t,e)}}function yT(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(En(t,e))return;i.uniform4iv(this.addr,e),Tn(t,e)}}function _T(i,e){let t=this.cache;t[0]!==e&&(i.uniform1ui(this.addr,e),t[0]=e)}function xT(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(En(t,e))return;i.uniform2uiv(this.addr,e),Tn(t,e)}}function vT(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(En(t,e))return;i.uniform3uiv(this.addr,e),Tn(t,e)}}function bT(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(En(t,e))return;i.uniform4uiv(this.addr,e),Tn(t,e)}}function Ru(i){return i.version===0&&(i.compareFunction=tp,i.needsUpdate=!0),i}function ST(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=Ru(M_):r=S_,t.setTexture2D(e||r,s)}function MT(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),t.setTexture3D(e||T_,s)}function wT(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=Ru(w_):r=A_,t.setTextureCube(e||r,s)}function ET(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),t.setTexture2DArray(e||E_,s)}function TT(i){switch(i){case 5126:return aT;case 35664:return lT;case 35665:return cT;case 35666:return hT;case 35674:return uT;case 35675:return fT;case 35676:return dT;case 5124:case 35670:return pT;case 35667:case 35671:return mT;case 35668:case 35672:return gT;case 35669:case 35673:return yT;case 5125:return _T;case 36294:return xT;case 36295:return vT;case 36296:return bT;case 35678:case 36198:case 36298:case 36306:case 35682:return ST;case 35679:case 36299:case 36307:return MT;case 35680:case 36300:case 36308:case 36293:return wT;case 36289:case 36303:case 36311:case 36292:return ET}}function AT(i,e){i.uniform1fv(this.addr,e)}function CT(i,e){let t=_a(e,this.size,2);i.uniform2fv(this.addr,t)}function RT(i,e){let t=_a(e,this.size,3);i.uniform3fv(this.addr,t)}function PT(i,e){let t=_a(e,this.size,4);i.uniform4fv(this.addr,t)}function IT(i,e){let t=_a(e,this.size,4);i.uniformMatrix2fv(this.addr,!1,t)}function LT(i,e){let t=_a(e,this.size,9);i.uniformMatrix3fv(this.addr,!1,t)}function NT(i,e){let t=_a(e,this.size,16);i.uniformMatrix4fv(this.addr,!1,t)}function DT(i,e){i.uniform1iv(this.addr,e)}function UT(i,e){i.uniform2iv(this.addr,e)}function FT(i,e){i.uniform3iv(this.addr,e)}function OT(i,e){i.uniform4iv(this.addr,e)}function BT(i,e){i.uniform1uiv(this.addr,e)}function kT(i,e){i.uniform2uiv(this.addr,e)}function zT(i,e){i.uniform3uiv(this.addr,e)}function GT(i,e){i.uniform4uiv(this.addr,e)}function HT(i,e,t){let n=this.cache,s=e.length,r=Cu(t,s);En(n,r)||(i.uniform1iv(this.addr,r),Tn(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=Ru(M_):o=S_;for(let a=0;a!==s;++a)t.setTexture2D(e[a]||o,r[a])}function VT(i,e,t){let n=this.cache,s=e.length,r=Cu(t,s);En(n,r)||(i.uniform1iv(this.addr,r),Tn(n,r));for(let o=0;o!==s;++o)t.setTexture3D(e[o]||T_,r[o])}function WT(i,e,t){let n=this.cache,s=e.length,r=Cu(t,s);En(n,r)||(i.uniform1iv(this.addr,r),Tn(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=Ru(w_):o=A_;for(let a=0;a!==s;++a)t.setTextureCube(e[a]||o,r[a])}function $T(i,e,t){let n=this.cache,s=e.length,r=Cu(t,s);En(n,r)||(i.uniform1iv(this.addr,r),Tn(n,r));for(let o=0;o!==s;++o)t.setTexture2DArray(e[o]||E_,r[o])}function XT(i){switch(i){case 5126:return AT;case 35664:return CT;case 35665:return RT;case 35666:return PT;case 35674:return IT;case 35675:return LT;case 35676:return NT;case 5124:case 35670:return DT;case 35667:case 35671:return UT;case 35668:case 35672:return FT;case 35669:case 35673:return OT;case 5125:return BT;case 36294:return kT;case 36295:return zT;case 36296:return GT;case 35678:case 36198:case 36298:case 36306:case 35682:return HT;case 35679:case 36299:case 36307:return VT;case 35680:case 36300:case 36308:case 36293:return WT;case 36289:case 36303:case 36311:case 36292:return $T}}var pp=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.setValue=TT(t.type)}},mp=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=XT(t.type)}},gp=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(e,t[a.id],n)}}},fp=/(\w+)(\])?(\[|\.)?/g;function o_(i,e){i.seq.push(e),i.map[e.id]=e}function qT(i,e,t){let n=i.name,s=n.length;for(fp.lastIndex=0;;){let r=fp.exec(n),o=fp.lastIndex,a=r[1],c=r[2]==="]",l=r[3];if(c&&(a=a|0),l===void 0||l==="["&&o+2===s){o_(t,l===void 0?new pp(a,i,e):new mp(a,i,e));break}else{let f=t.map[a];f===void 0&&(f=new gp(a),o_(t,f)),t=f}}}var ya=class{constructor(e,t){this.seq=[],this.map={};let n=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=e.getActiveUniform(t,o),c=e.getUniformLocation(t,a.name);qT(a,c,this)}let s=[],r=[];for(let o of this.seq)o.type===e.SAMPLER_2D_SHADOW||o.type===e.SAMPLER_CUBE_SHADOW||o.type===e.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(e,t,n,s){let r=this.map[t];r!==void 0&&r.setValue(e,n,s)}setOptional(e,t,n){let s=t[n];s!==void 0&&this.setValue(e,n,s)}static upload(e,t,n,s){for(let r=0,o=t.length;r!==o;++r){let a=t[r],c=n[a.id];c.needsUpdate!==!1&&a.setValue(e,c.value,s)}}static seqWithValue(e,t){let n=[];for(let s=0,r=e.length;s!==r;++s){let o=e[s];o.id in t&&n.push(o)}return n}};function a_(i,e,t){let n=i.createShader(e);return i.shaderSource(n,t),i.compileShader(n),n}var YT=37297,ZT=0;function jT(i,e){let t=i.split(`
`),n=[],s=Math.max(e-6,0),r=Math.min(e+6,t.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===e?">":" "} ${a}: ${t[o]}`)}return n.join(`
`)}var l_=new at;function JT(i){ut._getMatrix(l_,ut.workingColorSpace,i);let e=`mat3( ${l_.elements.map(t=>t.toFixed(4))} )`;switch(ut.getTransfer(i)){case rl:return[e,"LinearTransferOETF"];case Nt:return[e,"sRGBTransferOETF"];default:return je("WebGLProgram: Unsupported color space: ",i),[e,"LinearTransferOETF"]}}function c_(i,e,t){let n=i.getShaderParameter(e,i.COMPILE_STATUS),r=(i.getShaderInfoLog(e)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return t.toUpperCase()+`

`+r+`

`+jT(i.getShaderSource(e),a)}else return r}function KT(i,e){let t=JT(e);return[`vec4 ${i}( vec4 value ) {`,`	return ${t[1]}( vec4( ${t[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var QT={[kd]:"Linear",[zd]:"Reinhard",[Gd]:"Cineon",[Hd]:"ACESFilmic",[Wd]:"AgX",[$d]:"Neutral",[Vd]:"Custom"};function eA(i,e){let t=QT[e];return t===void 0?(je("WebGLProgram: Unsupported toneMapping:",e),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var Eu=new Y;function tA(){ut.getLuminanceCoefficients(Eu);let i=Eu.x.toFixed(4),e=Eu.y.toFixed(4),t=Eu.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function nA(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Xl).join(`
`)}function iA(i){let e=[];for(let t in i){let n=i[t];n!==!1&&e.push("#define "+t+" "+n)}return e.join(`
`)}function sA(i,e){let t={},n=i.getProgramParameter(e,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(e,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),t[o]={type:r.type,location:i.getAttribLocation(e,o),locationSize:a}}return t}function Xl(i){return i!==""}function h_(i,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,e.numSunLights).replace(/NUM_DIR_LIGHTS/g,e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,e.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,e.numLightProbeGrids)}function u_(i,e){return i.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var rA=/^[ \t]*#include +<([\w\d./]+)>/gm;function yp(i){return i.replace(rA,oA)}function oA(i,e){let t=dt[e];if(t===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+e+">");return yp(t)}var aA=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function f_(i){return i.replace(aA,lA)}function lA(i,e,t,n){let s="";for(let r=parseInt(e);r<parseInt(t);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function d_(i){let e=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?e+=`
#define HIGH_PRECISION`:i.precision==="mediump"?e+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(e+=`
#define LOW_PRECISION`),e}var cA={[Ul]:"SHADOWMAP_TYPE_PCF",[da]:"SHADOWMAP_TYPE_VSM"};function hA(i){return cA[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var uA={[ma]:"ENVMAP_MODE_REFRACTION"};function fA(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":uA[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var dA={[Fl]:"ENVMAP_BLENDING_MULTIPLY",[Ey]:"ENVMAP_BLENDING_MIX",[Ty]:"ENVMAP_BLENDING_ADD"};function pA(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":dA[i.combine]||"ENVMAP_BLENDING_NONE"}function mA(i,e,t,n){let s=i.getContext(),r=t.defines,o=t.vertexShader,a=t.fragmentShader,c=hA(t),l=t.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=fA(t),f=pA(t),u=nA(t),d=iA(r),p=s.createProgram(),y,m,g=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(y=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,d].filter(Xl).join(`
`),y.length>0&&(y+=`
`),m=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,d].filter(Xl).join(`
`),m.length>0&&(m+=`
`)):(y=[d_(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,d,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+h:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.displacementMap?"#define USE_DISPLACEMENTMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.mapUv?"#define MAP_UV "+t.mapUv:"",t.alphaMapUv?"#define ALPHAMAP_UV "+t.alphaMapUv:"",t.lightMapUv?"#define LIGHTMAP_UV "+t.lightMapUv:"",t.aoMapUv?"#define AOMAP_UV "+t.aoMapUv:"",t.emissiveMapUv?"#define EMISSIVEMAP_UV "+t.emissiveMapUv:"",t.bumpMapUv?"#define BUMPMAP_UV "+t.bumpMapUv:"",t.normalMapUv?"#define NORMALMAP_UV "+t.normalMapUv:"",t.displacementMapUv?"#define DISPLACEMENTMAP_UV "+t.displacementMapUv:"",t.metalnessMapUv?"#define METALNESSMAP_UV "+t.metalnessMapUv:"",t.roughnessMapUv?"#define ROUGHNESSMAP_UV "+t.roughnessMapUv:"",t.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+t.anisotropyMapUv:"",t.clearcoatMapUv?"#define CLEARCOATMAP_UV "+t.clearcoatMapUv:"",t.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+t.clearcoatNormalMapUv:"",t.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+t.clearcoatRoughnessMapUv:"",t.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+t.diffuseRoughnessMapUv:"",t.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+t.iridescenceMapUv:"",t.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+t.iridescenceThicknessMapUv:"",t.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+t.sheenColorMapUv:"",t.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+t.sheenRoughnessMapUv:"",t.specularMapUv?"#define SPECULARMAP_UV "+t.specularMapUv:"",t.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+t.specularColorMapUv:"",t.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+t.specularIntensityMapUv:"",t.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+t.transmissionMapUv:"",t.thicknessMapUv?"#define THICKNESSMAP_UV "+t.thicknessMapUv:"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexNormals?"#define HAS_NORMAL":"",t.vertexColors?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.flatShading?"#define FLAT_SHADED":"",t.skinning?"#define USE_SKINNING":"",t.morphTargets?"#define USE_MORPHTARGETS":"",t.morphNormals&&t.flatShading===!1?"#define USE_MORPHNORMALS":"",t.morphColors?"#define USE_MORPHCOLORS":"",t.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+t.morphTextureStride:"",t.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+t.morphTargetsCount:"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+c:"",t.sizeAttenuation?"#define USE_SIZEATTENUATION":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Xl).join(`
`),m=[d_(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,d,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+l:"",t.envMap?"#define "+h:"",t.envMap?"#define "+f:"",t.envMapPMREM?"#define ENVMAP_MAX_LOD "+t.envMapMaxLod+".0":"",t.envMapPMREM?"#define ENVMAP_SIZE "+t.envMapSize+".0":"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.retroreflection?"#define USE_RETROREFLECTION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor?"#define USE_COLOR":"",t.vertexAlphas||t.batchingColor?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#define USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+c:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==bs?"#define TONE_MAPPING":"",t.toneMapping!==bs?dt.tonemapping_pars_fragment:"",t.toneMapping!==bs?eA("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",dt.colorspace_pars_fragment,KT("linearToOutputTexel",t.outputColorSpace),tA(),t.useDepthPacking?"#define DEPTH_PACKING "+t.depthPacking:"",`
`].filter(Xl).join(`
`)),o=yp(o),o=h_(o,t),o=u_(o,t),a=yp(a),a=h_(a,t),a=u_(a,t),o=f_(o),a=f_(a),t.isRawShaderMaterial!==!0&&(g=`#version 300 es
`,y=[u,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+y,m=["#define varying in",t.glslVersion===ip?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===ip?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+m);let _=g+y+o,b=g+m+a,x=a_(s,s.VERTEX_SHADER,_),T=a_(s,s.FRAGMENT_SHADER,b);s.attachShader(p,x),s.attachShader(p,T),t.index0AttributeName!==void 0?s.bindAttribLocation(p,0,t.index0AttributeName):t.hasPositionAttribute===!0&&s.bindAttribLocation(p,0,"position"),s.linkProgram(p);function M(L){if(i.debug.checkShaderErrors){let R=s.getProgramInfoLog(p)||"",H=s.getShaderInfoLog(x)||"",B=s.getShaderInfoLog(T)||"",P=R.trim(),k=H.trim(),O=B.trim(),V=!0,se=!0;if(s.getProgramParameter(p,s.LINK_STATUS)===!1)if(V=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,p,x,T);else{let I=c_(s,x,"vertex"),G=c_(s,T,"fragment");Qe("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(p,s.VALIDATE_STATUS)+`

Material Name: `+L.name+`
Material Type: `+L.type+`

Program Info Log: `+P+`
`+I+`
`+G)}else P!==""?je("WebGLProgram: Program Info Log:",P):(k===""||O==="")&&(se=!1);se&&(L.diagnostics={runnable:V,programLog:P,vertexShader:{log:k,prefix:y},fragmentShader:{log:O,prefix:m}})}s.deleteShader(x),s.deleteShader(T),v=new ya(s,p),w=sA(s,p)}let v;this.getUniforms=function(){return v===void 0&&M(this),v};let w;this.getAttributes=function(){return w===void 0&&M(this),w};let D=t.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return D===!1&&(D=s.getProgramParameter(p,YT)),D},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(p),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=ZT++,this.cacheKey=e,this.usedTimes=1,this.program=p,this.vertexShader=x,this.fragmentShader=T,this}var gA=0,_p=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,n){let s=this._getShaderCacheForMaterial(e);return s.has(t)===!1&&(s.add(t),t.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let n of t)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,n=t.get(e);return n===void 0&&(n=new Set,t.set(e,n)),n}_getShaderStage(e){let t=this.shaderCache,n=t.get(e);return n===void 0&&(n=new xp(e),t.set(e,n)),n}},xp=class{constructor(e){this.id=gA++,this.code=e,this.usedTimes=0}};function yA(i){return i===br||i===Hl||i===Vl}function _A(i,e,t,n,s,r){let o=new ea,a=new _p,c=new Set,l=[],h=new Map,f=n.logarithmicDepthBuffer,u={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function d(v){return c.add(v),v===0?"uv":`uv${v}`}function p(v,w,D,L,R,H){let B=L.fog,P=R.geometry,k=v.isMeshStandardMaterial||v.isMeshLambertMaterial||v.isMeshPhongMaterial?L.environment:null,O=v.isMeshStandardMaterial||v.isMeshLambertMaterial&&!v.envMap||v.isMeshPhongMaterial&&!v.envMap,V=e.get(v.envMap||k,O),se=u[v.type],I=n.precision;v.precision!==null&&(I=n.getMaxPrecision(v.precision),I!==v.precision&&je("WebGLProgram.getParameters:",v.precision,"not supported, using",I,"instead."));let G=P.morphAttributes.position||P.morphAttributes.normal||P.morphAttributes.color,X=G!==void 0?G.length:0,Q=0;P.morphAttributes.position!==void 0&&(Q=1),P.morphAttributes.normal!==void 0&&(Q=2),P.morphAttributes.color!==void 0&&(Q=3);let K,U,W,j;if(se){let Re=ws[se];K=Re.vertexShader,U=Re.fragmentShader}else{K=v.vertexShader,U=v.fragmentShader;let Re=a.getVertexShaderStage(v),ht=a.getFragmentShaderStage(v);a.update(v,Re,ht),W=Re.id,j=ht.id}let ee=i.getRenderTarget(),ae=i.state.buffers.depth.getReversed(),ve=R.isInstancedMesh===!0,ze=R.isBatchedMesh===!0,De=!!v.map,st=!!v.matcap,rt=!!V,Ye=rt&&V.isPMREMTexture===!0,Pt=!!v.aoMap,St=!!v.lightMap,Wt=!!v.bumpMap&&v.wireframe===!1,Mt=!!v.normalMap,fn=!!v.displacementMap,vt=!!v.emissiveMap,bn=!!v.metalnessMap,sn=!!v.roughnessMap,dn=v.anisotropy>0,q=v.clearcoat>0,Pe=v.diffuseRoughness>0,Ke=v.dispersion>0,ct=v.retroreflectivity>0,Ee=v.iridescence>0,Gt=v.sheen>0,$e=v.transmission>0,Je=dn&&!!v.anisotropyMap,N=q&&!!v.clearcoatMap,E=q&&!!v.clearcoatNormalMap,te=q&&!!v.clearcoatRoughnessMap,ge=Pe&&!!v.diffuseRoughnessMap,de=Ee&&!!v.iridescenceMap,be=Ee&&!!v.iridescenceThicknessMap,Se=Gt&&!!v.sheenColorMap,ce=Gt&&!!v.sheenRoughnessMap,ue=!!v.specularMap,_e=!!v.specularColorMap,$=!!v.specularIntensityMap,fe=$e&&!!v.transmissionMap,he=$e&&!!v.thicknessMap,Te=!!v.gradientMap,xe=!!v.alphaMap,we=v.alphaTest>0,qe=!!v.alphaHash,nt=!!v.extensions,me=bs;v.toneMapped&&(ee===null||ee.isXRRenderTarget===!0)&&(me=i.toneMapping);let Ge=Ye?V.isCompressedCubeTexture?V.image[0].mipmaps:V.mipmaps:null,it={shaderID:se,shaderType:v.type,shaderName:v.name,vertexShader:K,fragmentShader:U,defines:v.defines,customVertexShaderID:W,customFragmentShaderID:j,isRawShaderMaterial:v.isRawShaderMaterial===!0,glslVersion:v.glslVersion,precision:I,batching:ze,batchingColor:ze&&R._colorsTexture!==null,instancing:ve,instancingColor:ve&&R.instanceColor!==null,instancingMorph:ve&&R.morphTexture!==null,outputColorSpace:ee===null?i.outputColorSpace:ee.isXRRenderTarget===!0?ee.texture.colorSpace:ut.workingColorSpace,alphaToCoverage:!!v.alphaToCoverage,map:De,matcap:st,envMap:rt,envMapMode:rt&&V.mapping,envMapPMREM:Ye,envMapMaxLod:Ye?Ge.length-1:null,envMapSize:Ye?Ge[0].width:null,aoMap:Pt,lightMap:St,bumpMap:Wt,normalMap:Mt,displacementMap:fn,emissiveMap:vt,normalMapObjectSpace:Mt&&v.normalMapType===Iy,normalMapTangentSpace:Mt&&v.normalMapType===Wl,packedNormalMap:Mt&&v.normalMapType===Wl&&yA(v.normalMap.format),metalnessMap:bn,roughnessMap:sn,anisotropy:dn,anisotropyMap:Je,clearcoat:q,clearcoatMap:N,clearcoatNormalMap:E,clearcoatRoughnessMap:te,diffuseRoughness:Pe,diffuseRoughnessMap:ge,dispersion:Ke,retroreflection:ct,iridescence:Ee,iridescenceMap:de,iridescenceThicknessMap:be,sheen:Gt,sheenColorMap:Se,sheenRoughnessMap:ce,specularMap:ue,specularColorMap:_e,specularIntensityMap:$,transmission:$e,transmissionMap:fe,thicknessMap:he,gradientMap:Te,opaque:v.transparent===!1&&v.blending===pa&&v.alphaToCoverage===!1,alphaMap:xe,alphaTest:we,alphaHash:qe,combine:v.combine,mapUv:De&&d(v.map.channel),aoMapUv:Pt&&d(v.aoMap.channel),lightMapUv:St&&d(v.lightMap.channel),bumpMapUv:Wt&&d(v.bumpMap.channel),normalMapUv:Mt&&d(v.normalMap.channel),displacementMapUv:fn&&d(v.displacementMap.channel),emissiveMapUv:vt&&d(v.emissiveMap.channel),metalnessMapUv:bn&&d(v.metalnessMap.channel),roughnessMapUv:sn&&d(v.roughnessMap.channel),anisotropyMapUv:Je&&d(v.anisotropyMap.channel),clearcoatMapUv:N&&d(v.clearcoatMap.channel),clearcoatNormalMapUv:E&&d(v.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:te&&d(v.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:ge&&d(v.diffuseRoughnessMap.channel),iridescenceMapUv:de&&d(v.iridescenceMap.channel),iridescenceThicknessMapUv:be&&d(v.iridescenceThicknessMap.channel),sheenColorMapUv:Se&&d(v.sheenColorMap.channel),sheenRoughnessMapUv:ce&&d(v.sheenRoughnessMap.channel),specularMapUv:ue&&d(v.specularMap.channel),specularColorMapUv:_e&&d(v.specularColorMap.channel),specularIntensityMapUv:$&&d(v.specularIntensityMap.channel),transmissionMapUv:fe&&d(v.transmissionMap.channel),thicknessMapUv:he&&d(v.thicknessMap.channel),alphaMapUv:xe&&d(v.alphaMap.channel),vertexTangents:!!P.attributes.tangent&&(Mt||dn),vertexNormals:!!P.attributes.normal,vertexColors:v.vertexColors,vertexAlphas:v.vertexColors===!0&&!!P.attributes.color&&P.attributes.color.itemSize===4,pointsUvs:R.isPoints===!0&&!!P.attributes.uv&&(De||xe),fog:!!B,useFog:v.fog===!0,fogExp2:!!B&&B.isFogExp2,flatShading:v.wireframe===!1&&(v.flatShading===!0||P.attributes.normal===void 0&&Mt===!1&&(v.isMeshLambertMaterial||v.isMeshPhongMaterial||v.isMeshStandardMaterial||v.isMeshPhysicalMaterial)),sizeAttenuation:v.sizeAttenuation===!0,logarithmicDepthBuffer:f,reversedDepthBuffer:ae,skinning:R.isSkinnedMesh===!0,hasPositionAttribute:P.attributes.position!==void 0,morphTargets:P.morphAttributes.position!==void 0,morphNormals:P.morphAttributes.normal!==void 0,morphColors:P.morphAttributes.color!==void 0,morphTargetsCount:X,morphTextureStride:Q,numSunLights:w.sun.length,numDirLights:w.directional.length,numPointLights:w.point.length,numSpotLights:w.spot.length,numSpotLightMaps:w.spotLightMap.length,numRectAreaLights:w.rectArea.length,numHemiLights:w.hemi.length,numSunLightShadows:w.sunShadowMap.length,numDirLightShadows:w.directionalShadowMap.length,numPointLightShadows:w.pointShadowMap.length,numSpotLightShadows:w.spotShadowMap.length,numSpotLightShadowsWithMaps:w.numSpotLightShadowsWithMaps,numLightProbes:w.numLightProbes,numLightProbeGrids:H.filter(Re=>Re.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:v.dithering,shadowMapEnabled:i.shadowMap.enabled&&D.length>0,shadowMapType:i.shadowMap.type,toneMapping:me,decodeVideoTexture:De&&v.map.isVideoTexture===!0&&ut.getTransfer(v.map.colorSpace)===Nt,decodeVideoTextureEmissive:vt&&v.emissiveMap.isVideoTexture===!0&&ut.getTransfer(v.emissiveMap.colorSpace)===Nt,premultipliedAlpha:v.premultipliedAlpha,doubleSided:v.side===qn,flipSided:v.side===ai,useDepthPacking:v.depthPacking>=0,depthPacking:v.depthPacking||0,index0AttributeName:v.index0AttributeName,extensionClipCullDistance:nt&&v.extensions.clipCullDistance===!0&&t.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(nt&&v.extensions.multiDraw===!0||ze)&&t.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:t.has("KHR_parallel_shader_compile"),customProgramCacheKey:v.customProgramCacheKey()};return it.vertexUv1s=c.has(1),it.vertexUv2s=c.has(2),it.vertexUv3s=c.has(3),c.clear(),it}function y(v){let w=[];if(v.shaderID?w.push(v.shaderID):(w.push(v.customVertexShaderID),w.push(v.customFragmentShaderID)),v.defines!==void 0)for(let D in v.defines)w.push(D),w.push(v.defines[D]);return v.isRawShaderMaterial===!1&&(m(w,v),g(w,v),w.push(i.outputColorSpace)),w.push(v.customProgramCacheKey),w.join()}function m(v,w){v.push(w.precision),v.push(w.outputColorSpace),v.push(w.envMapMode),v.push(w.envMapPMREM),v.push(w.envMapMaxLod),v.push(w.envMapSize),v.push(w.mapUv),v.push(w.alphaMapUv),v.push(w.lightMapUv),v.push(w.aoMapUv),v.push(w.bumpMapUv),v.push(w.normalMapUv),v.push(w.displacementMapUv),v.push(w.emissiveMapUv),v.push(w.metalnessMapUv),v.push(w.roughnessMapUv),v.push(w.anisotropyMapUv),v.push(w.clearcoatMapUv),v.push(w.clearcoatNormalMapUv),v.push(w.clearcoatRoughnessMapUv),v.push(w.diffuseRoughnessMapUv),v.push(w.iridescenceMapUv),v.push(w.iridescenceThicknessMapUv),v.push(w.sheenColorMapUv),v.push(w.sheenRoughnessMapUv),v.push(w.specularMapUv),v.push(w.specularColorMapUv),v.push(w.specularIntensityMapUv),v.push(w.transmissionMapUv),v.push(w.thicknessMapUv),v.push(w.combine),v.push(w.fogExp2),v.push(w.sizeAttenuation),v.push(w.morphTargetsCount),v.push(w.numSunLights),v.push(w.numDirLights),v.push(w.numPointLights),v.push(w.numSpotLights),v.push(w.numSpotLightMaps),v.push(w.numHemiLights),v.push(w.numRectAreaLights),v.push(w.numSunLightShadows),v.push(w.numDirLightShadows),v.push(w.numPointLightShadows),v.push(w.numSpotLightShadows),v.push(w.numSpotLightShadowsWithMaps),v.push(w.numLightProbes),v.push(w.numLightProbeGrids),v.push(w.shadowMapType),v.push(w.toneMapping),v.push(w.numClippingPlanes),v.push(w.numClipIntersection),v.push(w.depthPacking)}function g(v,w){o.disableAll(),w.instancing&&o.enable(0),w.instancingColor&&o.enable(1),w.instancingMorph&&o.enable(2),w.matcap&&o.enable(3),w.envMap&&o.enable(4),w.normalMapObjectSpace&&o.enable(5),w.normalMapTangentSpace&&o.enable(6),w.clearcoat&&o.enable(7),w.iridescence&&o.enable(8),w.alphaTest&&o.enable(9),w.vertexColors&&o.enable(10),w.vertexAlphas&&o.enable(11),w.vertexUv1s&&o.enable(12),w.vertexUv2s&&o.enable(13),w.vertexUv3s&&o.enable(14),w.vertexTangents&&o.enable(15),w.anisotropy&&o.enable(16),w.alphaHash&&o.enable(17),w.batching&&o.enable(18),w.dispersion&&o.enable(19),w.retroreflection&&o.enable(24),w.diffuseRoughness&&o.enable(25),w.batchingColor&&o.enable(20),w.gradientMap&&o.enable(21),w.packedNormalMap&&o.enable(22),w.vertexNormals&&o.enable(23),v.push(o.mask),o.disableAll(),w.fog&&o.enable(0),w.useFog&&o.enable(1),w.flatShading&&o.enable(2),w.logarithmicDepthBuffer&&o.enable(3),w.reversedDepthBuffer&&o.enable(4),w.skinning&&o.enable(5),w.morphTargets&&o.enable(6),w.morphNormals&&o.enable(7),w.morphColors&&o.enable(8),w.premultipliedAlpha&&o.enable(9),w.shadowMapEnabled&&o.enable(10),w.doubleSided&&o.enable(11),w.flipSided&&o.enable(12),w.useDepthPacking&&o.enable(13),w.dithering&&o.enable(14),w.transmission&&o.enable(15),w.sheen&&o.enable(16),w.opaque&&o.enable(17),w.pointsUvs&&o.enable(18),w.decodeVideoTexture&&o.enable(19),w.decodeVideoTextureEmissive&&o.enable(20),w.alphaToCoverage&&o.enable(21),w.numLightProbeGrids>0&&o.enable(22),w.hasPositionAttribute&&o.enable(23),v.push(o.mask)}function _(v){let w=u[v.type],D;if(w){let L=ws[w];D=Yy.clone(L.uniforms)}else D=v.uniforms;return D}function b(v,w){let D=h.get(w);return D!==void 0?++D.usedTimes:(D=new mA(i,w,v,s),l.push(D),h.set(w,D)),D}function x(v){if(--v.usedTimes===0){let w=l.indexOf(v);l[w]=l[l.length-1],l.pop(),h.delete(v.cacheKey),v.destroy()}}function T(v){a.remove(v)}function M(){a.dispose()}return{getParameters:p,getProgramCacheKey:y,getUniforms:_,acquireProgram:b,releaseProgram:x,releaseShaderCache:T,programs:l,dispose:M}}function xA(){let i=new WeakMap;function e(o){return i.has(o)}function t(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,c){i.get(o)[a]=c}function r(){i=new WeakMap}return{has:e,get:t,remove:n,update:s,dispose:r}}function vA(i,e){return i.groupOrder!==e.groupOrder?i.groupOrder-e.groupOrder:i.renderOrder!==e.renderOrder?i.renderOrder-e.renderOrder:i.material.id!==e.material.id?i.material.id-e.material.id:i.materialVariant!==e.materialVariant?i.materialVariant-e.materialVariant:i.z!==e.z?i.z-e.z:i.id-e.id}function p_(i,e){return i.groupOrder!==e.groupOrder?i.groupOrder-e.groupOrder:i.renderOrder!==e.renderOrder?i.renderOrder-e.renderOrder:i.z!==e.z?e.z-i.z:i.id-e.id}function m_(){let i=[],e=0,t=[],n=[],s=[];function r(){e=0,t.length=0,n.length=0,s.length=0}function o(u){let d=0;return u.isInstancedMesh&&(d+=2),u.isSkinnedMesh&&(d+=1),d}function a(u,d,p,y,m,g){let _=i[e];return _===void 0?(_={id:u.id,object:u,geometry:d,material:p,materialVariant:o(u),groupOrder:y,renderOrder:u.renderOrder,z:m,group:g},i[e]=_):(_.id=u.id,_.object=u,_.geometry=d,_.material=p,_.materialVariant=o(u),_.groupOrder=y,_.renderOrder=u.renderOrder,_.z=m,_.group=g),e++,_}function c(u,d,p,y,m,g,_){_.reversedDepth===!0&&(m=-m);let b=a(u,d,p,y,m,g);p.transmission>0?n.push(b):p.transparent===!0?s.push(b):t.push(b)}function l(u,d,p,y,m,g){let _=a(u,d,p,y,m,g);p.transmission>0?n.unshift(_):p.transparent===!0?s.unshift(_):t.unshift(_)}function h(u,d){t.length>1&&t.sort(u||vA),n.length>1&&n.sort(d||p_),s.length>1&&s.sort(d||p_)}function f(){for(let u=e,d=i.length;u<d;u++){let p=i[u];if(p.id===null)break;p.id=null,p.object=null,p.geometry=null,p.material=null,p.group=null}}return{opaque:t,transmissive:n,transparent:s,init:r,push:c,unshift:l,finish:f,sort:h}}function bA(){let i=new WeakMap;function e(n,s){let r=i.get(n),o;return r===void 0?(o=new m_,i.set(n,[o])):s>=r.length?(o=new m_,r.push(o)):o=r[s],o}function t(){i=new WeakMap}return{get:e,dispose:t}}function SA(){let i={};return{get:function(e){if(i[e.id]!==void 0)return i[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={direction:new Y,color:new Xe};break;case"SpotLight":t={position:new Y,direction:new Y,color:new Xe,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":t={position:new Y,color:new Xe,distance:0,decay:0};break;case"HemisphereLight":t={direction:new Y,skyColor:new Xe,groundColor:new Xe};break;case"RectAreaLight":t={color:new Xe,position:new Y,halfWidth:new Y,halfHeight:new Y};break}return i[e.id]=t,t}}}function MA(){let i={};return{get:function(e){if(i[e.id]!==void 0)return i[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new We};break;case"SpotLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new We};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new We,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[e.id]=t,t}}}var wA=0;function EA(i,e){return(e.castShadow?2:0)-(i.castShadow?2:0)+(e.map?1:0)-(i.map?1:0)}function TA(i){let e=new SA,t=MA(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let l=0;l<9;l++)n.probe.push(new Y);let s=new Y,r=new Oe,o=new Oe;function a(l){let h=0,f=0,u=0;for(let H=0;H<9;H++)n.probe[H].set(0,0,0);let d=0,p=0,y=0,m=0,g=0,_=0,b=0,x=0,T=0,M=0,v=0,w=0,D=0,L=0;l.sort(EA);for(let H=0,B=l.length;H<B;H++){let P=l[H],k=P.color,O=P.intensity,V=P.distance,se=null;if(P.shadow&&P.shadow.map&&(P.shadow.map.texture.format===br?se=P.shadow.map.texture:se=P.shadow.map.depthTexture||P.shadow.map.texture),P.isAmbientLight)h+=k.r*O,f+=k.g*O,u+=k.b*O;else if(P.isLightProbe){for(let I=0;I<9;I++)n.probe[I].addScaledVector(P.sh.coefficients[I],O);L++}else if(P.isSunLight){let I=e.get(P);if(I.color.copy(P.color).multiplyScalar(P.intensity),P.castShadow){let G=P.shadow,X=t.get(P);X.shadowIntensity=G.intensity,X.shadowBias=G.bias,X.shadowNormalBias=G.normalBias,X.shadowRadius=G.radius,X.shadowMapSize.copy(G.mapSize).multiply(G.getFrameExtents()),n.sunShadow[p]=X,n.sunShadowMap[p]=se;let Q=G.getViewportCount();for(let K=0;K<Q;K++)n.sunShadowMatrix[y+K]=G.getMatrix(K),n.sunShadowCascade[y+K]=G._cascadeData[K];y+=Q,p++}n.sun[d]=I,d++}else if(P.isDirectionalLight){let I=e.get(P);if(I.color.copy(P.color).multiplyScalar(P.intensity),P.castShadow){let G=P.shadow,X=t.get(P);X.shadowIntensity=G.intensity,X.shadowBias=G.bias,X.shadowNormalBias=G.normalBias,X.shadowRadius=G.radius,X.shadowMapSize=G.mapSize,n.directionalShadow[m]=X,n.directionalShadowMap[m]=se,n.directionalShadowMatrix[m]=P.shadow.matrix,T++}n.directional[m]=I,m++}else if(P.isSpotLight){let I=e.get(P);I.position.setFromMatrixPosition(P.matrixWorld),I.color.copy(k).multiplyScalar(O),I.distance=V,I.coneCos=Math.cos(P.angle),I.penumbraCos=Math.cos(P.angle*(1-P.penumbra)),I.decay=P.decay,n.spot[_]=I;let G=P.shadow;if(P.map&&(n.spotLightMap[w]=P.map,w++,G.updateMatrices(P),P.castShadow&&D++),n.spotLightMatrix[_]=G.matrix,P.castShadow){let X=t.get(P);X.shadowIntensity=G.intensity,X.shadowBias=G.bias,X.shadowNormalBias=G.normalBias,X.shadowRadius=G.radius,X.shadowMapSize=G.mapSize,n.spotShadow[_]=X,n.spotShadowMap[_]=se,v++}_++}else if(P.isRectAreaLight){let I=e.get(P);I.color.copy(k).multiplyScalar(O),I.halfWidth.set(P.width*.5,0,0),I.halfHeight.set(0,P.height*.5,0),n.rectArea[b]=I,b++}else if(P.isPointLight){let I=e.get(P);if(I.color.copy(P.color).multiplyScalar(P.intensity),I.distance=P.distance,I.decay=P.decay,P.castShadow){let G=P.shadow,X=t.get(P);X.shadowIntensity=G.intensity,X.shadowBias=G.bias,X.shadowNormalBias=G.normalBias,X.shadowRadius=G.radius,X.shadowMapSize=G.mapSize,X.shadowCameraNear=G.camera.near,X.shadowCameraFar=G.camera.far,n.pointShadow[g]=X,n.pointShadowMap[g]=se,n.pointShadowMatrix[g]=P.shadow.matrix,M++}n.point[g]=I,g++}else if(P.isHemisphereLight){let I=e.get(P);I.skyColor.copy(P.color).multiplyScalar(O),I.groundColor.copy(P.groundColor).multiplyScalar(O),n.hemi[x]=I,x++}}b>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Ne.LTC_FLOAT_1,n.rectAreaLTC2=Ne.LTC_FLOAT_2):(n.rectAreaLTC1=Ne.LTC_HALF_1,n.rectAreaLTC2=Ne.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=f,n.ambient[2]=u;let R=n.hash;(R.sunLength!==d||R.directionalLength!==m||R.pointLength!==g||R.spotLength!==_||R.rectAreaLength!==b||R.hemiLength!==x||R.numSunShadows!==p||R.numDirectionalShadows!==T||R.numPointShadows!==M||R.numSpotShadows!==v||R.numSpotMaps!==w||R.numLightProbes!==L)&&(n.sun.length=d,n.directional.length=m,n.spot.length=_,n.rectArea.length=b,n.point.length=g,n.hemi.length=x,n.sunShadow.length=p,n.sunShadowMap.length=p,n.sunShadowMatrix.length=y,n.sunShadowCascade.length=y,n.directionalShadow.length=T,n.directionalShadowMap.length=T,n.directionalShadowMatrix.length=T,n.pointShadow.length=M,n.pointShadowMap.length=M,n.pointShadowMatrix.length=M,n.spotShadow.length=v,n.spotShadowMap.length=v,n.spotLightMatrix.length=v+w-D,n.spotLightMap.length=w,n.numSpotLightShadowsWithMaps=D,n.numLightProbes=L,R.sunLength=d,R.directionalLength=m,R.pointLength=g,R.spotLength=_,R.rectAreaLength=b,R.hemiLength=x,R.numSunShadows=p,R.numDirectionalShadows=T,R.numPointShadows=M,R.numSpotShadows=v,R.numSpotMaps=w,R.numLightProbes=L,n.version=wA++)}function c(l,h){let f=0,u=0,d=0,p=0,y=0,m=0,g=h.matrixWorldInverse;for(let _=0,b=l.length;_<b;_++){let x=l[_];if(x.isSunLight){let T=n.sun[f];T.direction.setFromMatrixPosition(x.matrixWorld),T.direction.transformDirection(g),f++}else if(x.isDirectionalLight){let T=n.directional[u];T.direction.setFromMatrixPosition(x.matrixWorld),s.setFromMatrixPosition(x.target.matrixWorld),T.direction.sub(s),T.direction.transformDirection(g),u++}else if(x.isSpotLight){let T=n.spot[p];T.position.setFromMatrixPosition(x.matrixWorld),T.position.applyMatrix4(g),T.direction.setFromMatrixPosition(x.matrixWorld),s.setFromMatrixPosition(x.target.matrixWorld),T.direction.sub(s),T.direction.transformDirection(g),p++}else if(x.isRectAreaLight){let T=n.rectArea[y];T.position.setFromMatrixPosition(x.matrixWorld),T.position.applyMatrix4(g),o.identity(),r.copy(x.matrixWorld),r.premultiply(g),o.extractRotation(r),T.halfWidth.set(x.width*.5,0,0),T.halfHeight.set(0,x.height*.5,0),T.halfWidth.applyMatrix4(o),T.halfHeight.applyMatrix4(o),y++}else if(x.isPointLight){let T=n.point[d];T.position.setFromMatrixPosition(x.matrixWorld),T.position.applyMatrix4(g),d++}else if(x.isHemisphereLight){let T=n.hemi[m];T.direction.setFromMatrixPosition(x.matrixWorld),T.direction.transformDirection(g),m++}}}return{setup:a,setupView:c,state:n}}function g_(i){let e=new TA(i),t=[],n=[],s=[];function r(f){h.camera=f,t.length=0,n.length=0,s.length=0}function o(f){f.isLightProbeGrid?s.push(f):t.push(f)}function a(f){n.push(f)}function c(){e.setup(t),s.sort((f,u)=>f.priority-u.priority||f.id-u.id)}function l(f){e.setupView(t,f)}let h={lightsArray:t,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:e,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:c,setupLightsView:l,pushLight:o,pushShadow:a}}function AA(i){let e=new WeakMap;function t(s,r=0){let o=e.get(s),a;return o===void 0?(a=new g_(i),e.set(s,[a])):r>=o.length?(a=new g_(i),o.push(a)):a=o[r],a}function n(){e=new WeakMap}return{get:t,dispose:n}}var CA=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,RA=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,PA=[new Y(1,0,0),new Y(-1,0,0),new Y(0,1,0),new Y(0,-1,0),new Y(0,0,1),new Y(0,0,-1)],IA=[new Y(0,-1,0),new Y(0,-1,0),new Y(0,0,1),new Y(0,0,-1),new Y(0,-1,0),new Y(0,-1,0)],y_=new Oe,$l=new Y,dp=new Y;function LA(i,e,t){let n=new mr,s=new We,r=new We,o=new Bt,a=new Ah,c=new Ch,l={},h=t.maxTextureSize,f={[vs]:ai,[ai]:vs,[qn]:qn},u=new ys({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new We},radius:{value:4}},vertexShader:CA,fragmentShader:RA}),d=u.clone();d.defines.HORIZONTAL_PASS=1;let p=new bt;p.setAttribute("position",new Qt(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let y=new Ct(p,u),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Ul;let g=this.type;this.render=function(M,v,w){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||M.length===0)return;this.type===oy&&(je("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=Ul);let D=i.getRenderTarget(),L=i.getActiveCubeFace(),R=i.getActiveMipmapLevel(),H=i.state;H.setBlending($r),H.buffers.depth.getReversed()===!0?H.buffers.color.setClear(0,0,0,0):H.buffers.color.setClear(1,1,1,1),H.buffers.depth.setTest(!0),H.setScissorTest(!1);let B=g!==this.type;B&&v.traverse(function(P){P.material&&(Array.isArray(P.material)?P.material.forEach(k=>k.needsUpdate=!0):P.material.needsUpdate=!0)});for(let P=0,k=M.length;P<k;P++){let O=M[P],V=O.shadow;if(V===void 0){je("WebGLShadowMap:",O,"has no shadow.");continue}if(V.autoUpdate===!1&&V.needsUpdate===!1)continue;s.copy(V.mapSize);let se=V.getFrameExtents();s.multiply(se),r.copy(V.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/se.x),s.x=r.x*se.x,V.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/se.y),s.y=r.y*se.y,V.mapSize.y=r.y));let I=i.state.buffers.depth.getReversed();if(V.camera._reversedDepth=I,V.map===null||B===!0){if(V.map!==null&&(V.map.depthTexture!==null&&(V.map.depthTexture.dispose(),V.map.depthTexture=null),V.map.dispose()),this.type===da){if(O.isPointLight){je("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}V.map=new Ti(s.x,s.y,{format:br,type:es,minFilter:Dn,magFilter:Dn,generateMipmaps:!1}),V.map.texture.name=O.name+".shadowMap",V.map.depthTexture=new $s(s.x,s.y,Ai),V.map.depthTexture.name=O.name+".shadowMapDepth",V.map.depthTexture.format=Ws,V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=Un,V.map.depthTexture.magFilter=Un}else O.isPointLight?(V.map=new ql(s.x),V.map.depthTexture=new gl(s.x,Qi)):(V.map=new Ti(s.x,s.y),V.map.depthTexture=new $s(s.x,s.y,Qi)),V.map.depthTexture.name=O.name+".shadowMap",V.map.depthTexture.format=Ws,this.type===Ul?(V.map.depthTexture.compareFunction=I?ep:Qd,V.map.depthTexture.minFilter=Dn,V.map.depthTexture.magFilter=Dn):(V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=Un,V.map.depthTexture.magFilter=Un);V.camera.updateProjectionMatrix()}V.map.isWebGLCubeRenderTarget!==!0&&(V.map.width!==s.x||V.map.height!==s.y)&&V.map.setSize(s.x,s.y);let G=V.map.isWebGLCubeRenderTarget?6:V.getViewportCount();O.isPointLight!==!0&&V.updateMatrices(O,w);let X=(V.camera.layers.mask&4294967294)!==0?V.camera.layers:w.layers;for(let Q=0;Q<G;Q++){let K=V.getCamera(Q);if(O.isPointLight){let U=V.camera,W=V.matrix,j=O.distance||U.far;j!==U.far&&(U.far=j,U.updateProjectionMatrix()),$l.setFromMatrixPosition(O.matrixWorld),U.position.copy($l),dp.copy(U.position),dp.add(PA[Q]),U.up.copy(IA[Q]),U.lookAt(dp),U.updateMatrixWorld(),W.makeTranslation(-$l.x,-$l.y,-$l.z),y_.multiplyMatrices(U.projectionMatrix,U.matrixWorldInverse),V._frustum.setFromProjectionMatrix(y_,U.coordinateSystem,U.reversedDepth)}if(V.map.isWebGLCubeRenderTarget)i.setRenderTarget(V.map,Q),i.clear();else{Q===0&&(i.setRenderTarget(V.map),i.clear());let U=V.getViewport(Q);o.set(r.x*U.x,r.y*U.y,r.x*U.z,r.y*U.w),H.viewport(o)}n=V.getFrustum(Q),x(v,w,K,O,X,this.type)}V.isPointLightShadow!==!0&&this.type===da&&_(V,w),V.needsUpdate=!1}g=this.type,m.needsUpdate=!1,i.setRenderTarget(D,L,R)};function _(M,v){let w=e.update(y);u.defines.VSM_SAMPLES!==M.blurSamples&&(u.defines.VSM_SAMPLES=M.blurSamples,d.defines.VSM_SAMPLES=M.blurSamples,u.needsUpdate=!0,d.needsUpdate=!0),M.mapPass===null?M.mapPass=new Ti(s.x,s.y,{format:br,type:es}):(M.mapPass.width!==M.map.width||M.mapPass.height!==M.map.height)&&M.mapPass.setSize(M.map.width,M.map.height),u.uniforms.shadow_pass.value=M.map.depthTexture,u.uniforms.resolution.value.set(M.map.width,M.map.height),u.uniforms.radius.value=M.radius,i.setRenderTarget(M.mapPass),i.clear(),i.renderBufferDirect(v,null,w,u,y,null),d.uniforms.shadow_pass.value=M.mapPass.texture,d.uniforms.resolution.value.set(M.map.width,M.map.height),d.uniforms.radius.value=M.radius,i.setRenderTarget(M.map),i.clear(),i.renderBufferDirect(v,null,w,d,y,null)}function b(M,v,w,D){let L=null,R=w.isPointLight===!0?M.customDistanceMaterial:M.customDepthMaterial;if(R!==void 0)L=R;else if(L=w.isPointLight===!0?c:a,i.localClippingEnabled&&v.clipShadows===!0&&Array.isArray(v.clippingPlanes)&&v.clippingPlanes.length!==0||v.displacementMap&&v.displacementScale!==0||v.alphaMap&&v.alphaTest>0||v.map&&v.alphaTest>0||v.alphaToCoverage===!0){let H=L.uuid,B=v.uuid,P=l[H];P===void 0&&(P={},l[H]=P);let k=P[B];k===void 0&&(k=L.clone(),P[B]=k,v.addEventListener("dispose",T)),L=k}if(L.visible=v.visible,L.wireframe=v.wireframe,D===da?L.side=v.shadowSide!==null?v.shadowSide:v.side:L.side=v.shadowSide!==null?v.shadowSide:f[v.side],L.alphaMap=v.alphaMap,L.alphaTest=v.alphaToCoverage===!0?.5:v.alphaTest,L.map=v.map,L.clipShadows=v.clipShadows,L.clippingPlanes=v.clippingPlanes,L.clipIntersection=v.clipIntersection,L.displacementMap=v.displacementMap,L.displacementScale=v.displacementScale,L.displacementBias=v.displacementBias,L.wireframeLinewidth=v.wireframeLinewidth,L.linewidth=v.linewidth,w.isPointLight===!0&&L.isMeshDistanceMaterial===!0){let H=i.properties.get(L);H.light=w}return L}function x(M,v,w,D,L,R){if(M.visible===!1)return;if(M.layers.test(L)&&(M.isMesh||M.isLine||M.isPoints)&&(M.castShadow||M.receiveShadow&&R===da)&&(!M.frustumCulled||M.intersectsFrustum(n))){M.modelViewMatrix.multiplyMatrices(w.matrixWorldInverse,M.matrixWorld);let P=e.update(M),k=M.material;if(Array.isArray(k)){let O=P.groups;for(let V=0,se=O.length;V<se;V++){let I=O[V],G=k[I.materialIndex];if(G&&G.visible){let X=b(M,G,D,R);M.onBeforeShadow(i,M,v,w,P,X,I),i.renderBufferDirect(w,null,P,X,M,I),M.onAfterShadow(i,M,v,w,P,X,I)}}}else if(k.visible){let O=b(M,k,D,R);M.onBeforeShadow(i,M,v,w,P,O,null),i.renderBufferDirect(w,null,P,O,M,null),M.onAfterShadow(i,M,v,w,P,O,null)}}let B=M.children;for(let P=0,k=B.length;P<k;P++)x(B[P],v,w,D,L,R)}function T(M){M.target.removeEventListener("dispose",T);for(let w in l){let D=l[w],L=M.target.uuid;L in D&&(D[L].dispose(),delete D[L])}}}function NA(i,e){function t(){let $=!1,fe=new Bt,he=null,Te=new Bt(0,0,0,0);return{setMask:function(xe){he!==xe&&!$&&(i.colorMask(xe,xe,xe,xe),he=xe)},setLocked:function(xe){$=xe},setClear:function(xe,we,qe,nt,me){me===!0&&(xe*=nt,we*=nt,qe*=nt),fe.set(xe,we,qe,nt),Te.equals(fe)===!1&&(i.clearColor(xe,we,qe,nt),Te.copy(fe))},reset:function(){$=!1,he=null,Te.set(-1,0,0,0)}}}function n(){let $=!1,fe=!1,he=null,Te=null,xe=null;return{setReversed:function(we){if(fe!==we){let qe=e.get("EXT_clip_control");we?qe.clipControlEXT(qe.LOWER_LEFT_EXT,qe.ZERO_TO_ONE_EXT):qe.clipControlEXT(qe.LOWER_LEFT_EXT,qe.NEGATIVE_ONE_TO_ONE_EXT),fe=we;let nt=xe;xe=null,this.setClear(nt)}},getReversed:function(){return fe},setTest:function(we){we?ae(i.DEPTH_TEST):ve(i.DEPTH_TEST)},setMask:function(we){he!==we&&!$&&(i.depthMask(we),he=we)},setFunc:function(we){if(fe&&(we=Gy[we]),Te!==we){switch(we){case hh:i.depthFunc(i.NEVER);break;case uh:i.depthFunc(i.ALWAYS);break;case fh:i.depthFunc(i.LESS);break;case Zo:i.depthFunc(i.LEQUAL);break;case dh:i.depthFunc(i.EQUAL);break;case ph:i.depthFunc(i.GEQUAL);break;case mh:i.depthFunc(i.GREATER);break;case gh:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}Te=we}},setLocked:function(we){$=we},setClear:function(we){xe!==we&&(xe=we,fe&&(we=1-we),i.clearDepth(we))},reset:function(){$=!1,he=null,Te=null,xe=null,fe=!1}}}function s(){let $=!1,fe=null,he=null,Te=null,xe=null,we=null,qe=null,nt=null,me=null;return{setTest:function(Ge){$||(Ge?ae(i.STENCIL_TEST):ve(i.STENCIL_TEST))},setMask:function(Ge){fe!==Ge&&!$&&(i.stencilMask(Ge),fe=Ge)},setFunc:function(Ge,it,Re){(he!==Ge||Te!==it||xe!==Re)&&(i.stencilFunc(Ge,it,Re),he=Ge,Te=it,xe=Re)},setOp:function(Ge,it,Re){(we!==Ge||qe!==it||nt!==Re)&&(i.stencilOp(Ge,it,Re),we=Ge,qe=it,nt=Re)},setLocked:function(Ge){$=Ge},setClear:function(Ge){me!==Ge&&(i.clearStencil(Ge),me=Ge)},reset:function(){$=!1,fe=null,he=null,Te=null,xe=null,we=null,qe=null,nt=null,me=null}}}let r=new t,o=new n,a=new s,c={},l=new WeakMap,h={},f={},u={},d=new WeakMap,p=[],y=null,m=!1,g=null,_=null,b=null,x=null,T=null,M=null,v=null,w=new Xe(0,0,0),D=0,L=!1,R=null,H=null,B=null,P=null,k=null,O=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),V=!1,se=0,I=i.getParameter(i.VERSION);I.indexOf("WebGL")!==-1?(se=parseFloat(/^WebGL (\d)/.exec(I)[1]),V=se>=1):I.indexOf("OpenGL ES")!==-1&&(se=parseFloat(/^OpenGL ES (\d)/.exec(I)[1]),V=se>=2);let G=null,X={},Q=i.getParameter(i.SCISSOR_BOX),K=i.getParameter(i.VIEWPORT),U=new Bt().fromArray(Q),W=new Bt().fromArray(K);function j($,fe,he,Te){let xe=new Uint8Array(4),we=i.createTexture();i.bindTexture($,we),i.texParameteri($,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri($,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let qe=0;qe<he;qe++)$===i.TEXTURE_3D||$===i.TEXTURE_2D_ARRAY?i.texImage3D(fe,0,i.RGBA,1,1,Te,0,i.RGBA,i.UNSIGNED_BYTE,xe):i.texImage2D(fe+qe,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,xe);return we}let ee={};ee[i.TEXTURE_2D]=j(i.TEXTURE_2D,i.TEXTURE_2D,1),ee[i.TEXTURE_CUBE_MAP]=j(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),ee[i.TEXTURE_2D_ARRAY]=j(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),ee[i.TEXTURE_3D]=j(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),ae(i.DEPTH_TEST),o.setFunc(Zo),Wt(!1),Mt(Nd),ae(i.CULL_FACE),Pt($r);function ae($){h[$]!==!0&&(i.enable($),h[$]=!0)}function ve($){h[$]!==!1&&(i.disable($),h[$]=!1)}function ze($,fe){return u[$]!==fe?(i.bindFramebuffer($,fe),u[$]=fe,$===i.DRAW_FRAMEBUFFER&&(u[i.FRAMEBUFFER]=fe),$===i.FRAMEBUFFER&&(u[i.DRAW_FRAMEBUFFER]=fe),!0):!1}function De($,fe){let he=p,Te=!1;if($){he=d.get(fe),he===void 0&&(he=[],d.set(fe,he));let xe=$.textures;if(he.length!==xe.length||he[0]!==i.COLOR_ATTACHMENT0){for(let we=0,qe=xe.length;we<qe;we++)he[we]=i.COLOR_ATTACHMENT0+we;he.length=xe.length,Te=!0}}else he[0]!==i.BACK&&(he[0]=i.BACK,Te=!0);Te&&i.drawBuffers(he)}function st($){return y!==$?(i.useProgram($),y=$,!0):!1}let rt={[Xr]:i.FUNC_ADD,[ly]:i.FUNC_SUBTRACT,[cy]:i.FUNC_REVERSE_SUBTRACT};rt[hy]=i.MIN,rt[uy]=i.MAX;let Ye={[fy]:i.ZERO,[dy]:i.ONE,[py]:i.SRC_COLOR,[Od]:i.SRC_ALPHA,[vy]:i.SRC_ALPHA_SATURATE,[_y]:i.DST_COLOR,[gy]:i.DST_ALPHA,[my]:i.ONE_MINUS_SRC_COLOR,[Bd]:i.ONE_MINUS_SRC_ALPHA,[xy]:i.ONE_MINUS_DST_COLOR,[yy]:i.ONE_MINUS_DST_ALPHA,[by]:i.CONSTANT_COLOR,[Sy]:i.ONE_MINUS_CONSTANT_COLOR,[My]:i.CONSTANT_ALPHA,[wy]:i.ONE_MINUS_CONSTANT_ALPHA};function Pt($,fe,he,Te,xe,we,qe,nt,me,Ge){if($===$r){m===!0&&(ve(i.BLEND),m=!1);return}if(m===!1&&(ae(i.BLEND),m=!0),$!==ay){if($!==g||Ge!==L){if((_!==Xr||T!==Xr)&&(i.blendEquation(i.FUNC_ADD),_=Xr,T=Xr),Ge)switch($){case pa:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Dd:i.blendFunc(i.ONE,i.ONE);break;case Ud:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case Fd:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:Qe("WebGLState: Invalid blending: ",$);break}else switch($){case pa:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Dd:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case Ud:Qe("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case Fd:Qe("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:Qe("WebGLState: Invalid blending: ",$);break}b=null,x=null,M=null,v=null,w.set(0,0,0),D=0,g=$,L=Ge}return}xe=xe||fe,we=we||he,qe=qe||Te,(fe!==_||xe!==T)&&(i.blendEquationSeparate(rt[fe],rt[xe]),_=fe,T=xe),(he!==b||Te!==x||we!==M||qe!==v)&&(i.blendFuncSeparate(Ye[he],Ye[Te],Ye[we],Ye[qe]),b=he,x=Te,M=we,v=qe),(nt.equals(w)===!1||me!==D)&&(i.blendColor(nt.r,nt.g,nt.b,me),w.copy(nt),D=me),g=$,L=!1}function St($,fe){$.side===qn?ve(i.CULL_FACE):ae(i.CULL_FACE);let he=$.side===ai;fe&&(he=!he),Wt(he),$.blending===pa&&$.transparent===!1?Pt($r):Pt($.blending,$.blendEquation,$.blendSrc,$.blendDst,$.blendEquationAlpha,$.blendSrcAlpha,$.blendDstAlpha,$.blendColor,$.blendAlpha,$.premultipliedAlpha),o.setFunc($.depthFunc),o.setTest($.depthTest),o.setMask($.depthWrite),r.setMask($.colorWrite);let Te=$.stencilWrite;a.setTest(Te),Te&&(a.setMask($.stencilWriteMask),a.setFunc($.stencilFunc,$.stencilRef,$.stencilFuncMask),a.setOp($.stencilFail,$.stencilZFail,$.stencilZPass)),vt($.polygonOffset,$.polygonOffsetFactor,$.polygonOffsetUnits),$.alphaToCoverage===!0?ae(i.SAMPLE_ALPHA_TO_COVERAGE):ve(i.SAMPLE_ALPHA_TO_COVERAGE)}function Wt($){R!==$&&($?i.frontFace(i.CW):i.frontFace(i.CCW),R=$)}function Mt($){$!==sy?(ae(i.CULL_FACE),$!==H&&($===Nd?i.cullFace(i.BACK):$===ry?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):ve(i.CULL_FACE),H=$}function fn($){$!==B&&(V&&i.lineWidth($),B=$)}function vt($,fe,he){$?(ae(i.POLYGON_OFFSET_FILL),(P!==fe||k!==he)&&(P=fe,k=he,o.getReversed()&&(fe=-fe,he=-he),i.polygonOffset(fe,he))):ve(i.POLYGON_OFFSET_FILL)}function bn($){$?ae(i.SCISSOR_TEST):ve(i.SCISSOR_TEST)}function sn($){$===void 0&&($=i.TEXTURE0+O-1),G!==$&&(i.activeTexture($),G=$)}function dn($,fe,he){he===void 0&&(G===null?he=i.TEXTURE0+O-1:he=G);let Te=X[he];Te===void 0&&(Te={type:void 0,texture:void 0},X[he]=Te),(Te.type!==$||Te.texture!==fe)&&(G!==he&&(i.activeTexture(he),G=he),i.bindTexture($,fe||ee[$]),Te.type=$,Te.texture=fe)}function q(){let $=X[G];$!==void 0&&$.type!==void 0&&(i.bindTexture($.type,null),$.type=void 0,$.texture=void 0)}function Pe(){try{i.compressedTexImage2D(...arguments)}catch($){Qe("WebGLState:",$)}}function Ke(){try{i.compressedTexImage3D(...arguments)}catch($){Qe("WebGLState:",$)}}function ct(){try{i.texSubImage2D(...arguments)}catch($){Qe("WebGLState:",$)}}function Ee(){try{i.texSubImage3D(...arguments)}catch($){Qe("WebGLState:",$)}}function Gt(){try{i.compressedTexSubImage2D(...arguments)}catch($){Qe("WebGLState:",$)}}function $e(){try{i.compressedTexSubImage3D(...arguments)}catch($){Qe("WebGLState:",$)}}function Je(){try{i.texStorage2D(...arguments)}catch($){Qe("WebGLState:",$)}}function N(){try{i.texStorage3D(...arguments)}catch($){Qe("WebGLState:",$)}}function E(){try{i.texImage2D(...arguments)}catch($){Qe("WebGLState:",$)}}function te(){try{i.texImage3D(...arguments)}catch($){Qe("WebGLState:",$)}}function ge($){return f[$]!==void 0?f[$]:i.getParameter($)}function de($,fe){f[$]!==fe&&(i.pixelStorei($,fe),f[$]=fe)}function be($){U.equals($)===!1&&(i.scissor($.x,$.y,$.z,$.w),U.copy($))}function Se($){W.equals($)===!1&&(i.viewport($.x,$.y,$.z,$.w),W.copy($))}function ce($,fe){let he=l.get(fe);he===void 0&&(he=new WeakMap,l.set(fe,he));let Te=he.get($);Te===void 0&&(Te=i.getUniformBlockIndex(fe,$.name),i.uniformBlockBinding(fe,Te,Te),he.set($,Te))}function ue($,fe,he){let xe=l.get(fe).get($);c[xe]!==he&&(i.bindBufferBase(i.UNIFORM_BUFFER,xe,he),c[xe]=he)}function _e(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),h={},f={},G=null,X={},u={},c={},d=new WeakMap,p=[],y=null,m=!1,g=null,_=null,b=null,x=null,T=null,M=null,v=null,w=new Xe(0,0,0),D=0,L=!1,R=null,H=null,B=null,P=null,k=null,U.set(0,0,i.canvas.width,i.canvas.height),W.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:ae,disable:ve,bindFramebuffer:ze,drawBuffers:De,useProgram:st,setBlending:Pt,setMaterial:St,setFlipSided:Wt,setCullFace:Mt,setLineWidth:fn,setPolygonOffset:vt,setScissorTest:bn,activeTexture:sn,bindTexture:dn,unbindTexture:q,compressedTexImage2D:Pe,compressedTexImage3D:Ke,texImage2D:E,texImage3D:te,pixelStorei:de,getParameter:ge,updateUBOMapping:ce,uniformBlockBinding:ue,texStorage2D:Je,texStorage3D:N,texSubImage2D:ct,texSubImage3D:Ee,compressedTexSubImage2D:Gt,compressedTexSubImage3D:$e,scissor:be,viewport:Se,reset:_e}}function DA(i,e,t,n,s,r,o){let a=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,c=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),l=new We,h=new WeakMap,f=new Set,u,d=new WeakMap,p=new Set,y=new FinalizationRegistry(N=>p.delete(N)),m=!1;try{m=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(N,E){return m?new OffscreenCanvas(N,E):Jo("canvas")}function _(N,E,te){let ge=1,de=Je(N);if((de.width>te||de.height>te)&&(ge=te/Math.max(de.width,de.height)),ge<1)if(typeof HTMLImageElement<"u"&&N instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&N instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&N instanceof ImageBitmap||typeof VideoFrame<"u"&&N instanceof VideoFrame){let be=Math.floor(ge*de.width),Se=Math.floor(ge*de.height);u===void 0&&(u=g(be,Se));let ce=E?g(be,Se):u;return ce.width=be,ce.height=Se,ce.getContext("2d").drawImage(N,0,0,be,Se),je("WebGLRenderer: Texture has been resized from ("+de.width+"x"+de.height+") to ("+be+"x"+Se+")."),ce}else return"data"in N&&je("WebGLRenderer: Image in DataTexture is too big ("+de.width+"x"+de.height+")."),N;return N}function b(N){return N.generateMipmaps}function x(N){i.generateMipmap(N)}function T(N){return N.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:N.isWebGL3DRenderTarget?i.TEXTURE_3D:N.isWebGLArrayRenderTarget||N.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function M(N,E,te,ge,de,be=!1){if(N!==null){if(i[N]!==void 0)return i[N];je("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+N+"'")}let Se;ge&&(Se=e.get("EXT_texture_norm16"),Se||je("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let ce=E;if(E===i.RED&&(te===i.FLOAT&&(ce=i.R32F),te===i.HALF_FLOAT&&(ce=i.R16F),te===i.UNSIGNED_BYTE&&(ce=i.R8),te===i.UNSIGNED_SHORT&&Se&&(ce=Se.R16_EXT),te===i.SHORT&&Se&&(ce=Se.R16_SNORM_EXT)),E===i.RED_INTEGER&&(te===i.UNSIGNED_BYTE&&(ce=i.R8UI),te===i.UNSIGNED_SHORT&&(ce=i.R16UI),te===i.UNSIGNED_INT&&(ce=i.R32UI),te===i.BYTE&&(ce=i.R8I),te===i.SHORT&&(ce=i.R16I),te===i.INT&&(ce=i.R32I)),E===i.RG&&(te===i.FLOAT&&(ce=i.RG32F),te===i.HALF_FLOAT&&(ce=i.RG16F),te===i.UNSIGNED_BYTE&&(ce=i.RG8),te===i.UNSIGNED_SHORT&&Se&&(ce=Se.RG16_EXT),te===i.SHORT&&Se&&(ce=Se.RG16_SNORM_EXT)),E===i.RG_INTEGER&&(te===i.UNSIGNED_BYTE&&(ce=i.RG8UI),te===i.UNSIGNED_SHORT&&(ce=i.RG16UI),te===i.UNSIGNED_INT&&(ce=i.RG32UI),te===i.BYTE&&(ce=i.RG8I),te===i.SHORT&&(ce=i.RG16I),te===i.INT&&(ce=i.RG32I)),E===i.RGB_INTEGER&&(te===i.UNSIGNED_BYTE&&(ce=i.RGB8UI),te===i.UNSIGNED_SHORT&&(ce=i.RGB16UI),te===i.UNSIGNED_INT&&(ce=i.RGB32UI),te===i.BYTE&&(ce=i.RGB8I),te===i.SHORT&&(ce=i.RGB16I),te===i.INT&&(ce=i.RGB32I)),E===i.RGBA_INTEGER&&(te===i.UNSIGNED_BYTE&&(ce=i.RGBA8UI),te===i.UNSIGNED_SHORT&&(ce=i.RGBA16UI),te===i.UNSIGNED_INT&&(ce=i.RGBA32UI),te===i.BYTE&&(ce=i.RGBA8I),te===i.SHORT&&(ce=i.RGBA16I),te===i.INT&&(ce=i.RGBA32I)),E===i.RGB&&(te===i.UNSIGNED_SHORT&&Se&&(ce=Se.RGB16_EXT),te===i.SHORT&&Se&&(ce=Se.RGB16_SNORM_EXT),te===i.UNSIGNED_INT_5_9_9_9_REV&&(ce=i.RGB9_E5),te===i.UNSIGNED_INT_10F_11F_11F_REV&&(ce=i.R11F_G11F_B10F)),E===i.RGBA){let ue=be?rl:ut.getTransfer(de);te===i.FLOAT&&(ce=i.RGBA32F),te===i.HALF_FLOAT&&(ce=i.RGBA16F),te===i.UNSIGNED_BYTE&&(ce=ue===Nt?i.SRGB8_ALPHA8:i.RGBA8),te===i.UNSIGNED_SHORT&&Se&&(ce=Se.RGBA16_EXT),te===i.SHORT&&Se&&(ce=Se.RGBA16_SNORM_EXT),te===i.UNSIGNED_SHORT_4_4_4_4&&(ce=i.RGBA4),te===i.UNSIGNED_SHORT_5_5_5_1&&(ce=i.RGB5_A1)}return(ce===i.R16F||ce===i.R32F||ce===i.RG16F||ce===i.RG32F||ce===i.RGBA16F||ce===i.RGBA32F)&&e.get("EXT_color_buffer_float"),ce}function v(N,E){let te;return N?E===null||E===Qi||E===Yr?te=i.DEPTH24_STENCIL8:E===Ai?te=i.DEPTH32F_STENCIL8:E===ga&&(te=i.DEPTH24_STENCIL8,je("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):E===null||E===Qi||E===Yr?te=i.DEPTH_COMPONENT24:E===Ai?te=i.DEPTH_COMPONENT32F:E===ga&&(te=i.DEPTH_COMPONENT16),te}function w(N,E){return b(N)===!0||N.isFramebufferTexture&&N.minFilter!==Un&&N.minFilter!==Dn?Math.log2(Math.max(E.width,E.height))+1:N.mipmaps.length>0?N.mipmaps.length:N.isCompressedTexture&&Array.isArray(N.image)?E.mipmaps.length:1}function D(N){let E=new WeakRef(N);n.get(N).__ref=E,p.add(E),y.register(N,E,E)}function L(N){let E=n.get(N).__ref;E!==void 0&&(p.delete(E),y.unregister(E))}function R(N){B(N.target)}function H(N){P(N.target)}function B(N){N.removeEventListener("dispose",R),L(N),O(N),N.isVideoTexture&&h.delete(N),N.isHTMLTexture&&f.delete(N)}function P(N){N.removeEventListener("dispose",H),L(N),se(N)}function k(){for(let N of p){let E=N.deref();E!==void 0&&(E.isRenderTarget===!0?P(E):B(E))}p.clear(),f.clear()}function O(N){let E=n.get(N);if(E.__webglInit===void 0)return;let te=N.source,ge=d.get(te);if(ge){let de=ge[E.__cacheKey];de.usedTimes--,de.usedTimes===0&&V(N),Object.keys(ge).length===0&&d.delete(te)}n.remove(N)}function V(N){let E=n.get(N);i.deleteTexture(E.__webglTexture);let te=N.source,ge=d.get(te);delete ge[E.__cacheKey],o.memory.textures--}function se(N){let E=n.get(N);E.__depthDisposeCallback&&E.__depthDisposeCallback();let te=N.depthTexture;if(te&&te.renderTarget===N&&B(te),N.isWebGLCubeRenderTarget)for(let de=0;de<6;de++){if(Array.isArray(E.__webglFramebuffer[de]))for(let be=0;be<E.__webglFramebuffer[de].length;be++)i.deleteFramebuffer(E.__webglFramebuffer[de][be]);else i.deleteFramebuffer(E.__webglFramebuffer[de]);E.__webglDepthbuffer&&i.deleteRenderbuffer(E.__webglDepthbuffer[de])}else{if(Array.isArray(E.__webglFramebuffer))for(let de=0;de<E.__webglFramebuffer.length;de++)i.deleteFramebuffer(E.__webglFramebuffer[de]);else i.deleteFramebuffer(E.__webglFramebuffer);if(E.__webglDepthbuffer&&i.deleteRenderbuffer(E.__webglDepthbuffer),E.__webglMultisampledFramebuffer&&i.deleteFramebuffer(E.__webglMultisampledFramebuffer),E.__webglColorRenderbuffer)for(let de=0;de<E.__webglColorRenderbuffer.length;de++)E.__webglColorRenderbuffer[de]&&i.deleteRenderbuffer(E.__webglColorRenderbuffer[de]);E.__webglDepthRenderbuffer&&i.deleteRenderbuffer(E.__webglDepthRenderbuffer)}let ge=N.textures;for(let de=0,be=ge.length;de<be;de++){let Se=n.get(ge[de]);Se.__webglTexture&&(i.deleteTexture(Se.__webglTexture),o.memory.textures--),n.remove(ge[de])}n.remove(N)}let I=0;function G(){I=0}function X(){return I}function Q(N){I=N}function K(){let N=I;return N>=s.maxTextures&&je("WebGLTextures: Trying to use "+(N+1)+" texture units while this GPU supports only "+s.maxTextures),I+=1,N}function U(N){let E=[];return E.push(N.wrapS),E.push(N.wrapT),E.push(N.wrapR||0),E.push(N.magFilter),E.push(N.minFilter),E.push(N.anisotropy),E.push(N.internalFormat),E.push(N.format),E.push(N.type),E.push(N.generateMipmaps),E.push(N.mipmapsAutoUpdate),E.push(N.premultiplyAlpha),E.push(N.flipY),E.push(N.unpackAlignment),E.push(N.colorSpace),E.join()}function W(N,E){let te=n.get(N);if(N.isVideoTexture&&Gt(N),N.isRenderTargetTexture===!1&&N.isExternalTexture!==!0&&N.version>0&&te.__version!==N.version){let ge=N.image;if(ge===null)je("WebGLRenderer: Texture marked for update but no image data found.");else if(ge.complete===!1)je("WebGLRenderer: Texture marked for update but image is incomplete");else{St(te,N,E);return}}else N.isExternalTexture&&(te.__webglTexture=N.sourceTexture?N.sourceTexture:null);t.bindTexture(i.TEXTURE_2D,te.__webglTexture,i.TEXTURE0+E)}function j(N,E){let te=n.get(N);if(N.isRenderTargetTexture===!1&&N.version>0&&te.__version!==N.version){St(te,N,E);return}else N.isExternalTexture&&(te.__webglTexture=N.sourceTexture?N.sourceTexture:null);t.bindTexture(i.TEXTURE_2D_ARRAY,te.__webglTexture,i.TEXTURE0+E)}function ee(N,E){let te=n.get(N);if(N.isRenderTargetTexture===!1&&N.version>0&&te.__version!==N.version){St(te,N,E);return}t.bindTexture(i.TEXTURE_3D,te.__webglTexture,i.TEXTURE0+E)}function ae(N,E){let te=n.get(N);if(N.version>0&&te.__version!==N.version){Wt(te,N,E);return}t.bindTexture(i.TEXTURE_CUBE_MAP,te.__webglTexture,i.TEXTURE0+E)}let ve={[Vs]:i.REPEAT,[si]:i.CLAMP_TO_EDGE,[yh]:i.MIRRORED_REPEAT},ze={[Un]:i.NEAREST,[Cy]:i.NEAREST_MIPMAP_NEAREST,[Ol]:i.NEAREST_MIPMAP_LINEAR,[Dn]:i.LINEAR,[kh]:i.LINEAR_MIPMAP_NEAREST,[Oi]:i.LINEAR_MIPMAP_LINEAR},De={[Ny]:i.NEVER,[tp]:i.ALWAYS,[Dy]:i.LESS,[Qd]:i.LEQUAL,[Uy]:i.EQUAL,[ep]:i.GEQUAL,[Fy]:i.GREATER,[Oy]:i.NOTEQUAL};function st(N,E){if(E.type===Ai&&e.has("OES_texture_float_linear")===!1&&(E.magFilter===Dn||E.magFilter===kh||E.magFilter===Ol||E.magFilter===Oi||E.minFilter===Dn||E.minFilter===kh||E.minFilter===Ol||E.minFilter===Oi)&&je("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(N,i.TEXTURE_WRAP_S,ve[E.wrapS]),i.texParameteri(N,i.TEXTURE_WRAP_T,ve[E.wrapT]),(N===i.TEXTURE_3D||N===i.TEXTURE_2D_ARRAY)&&i.texParameteri(N,i.TEXTURE_WRAP_R,ve[E.wrapR]),i.texParameteri(N,i.TEXTURE_MAG_FILTER,ze[E.magFilter]),i.texParameteri(N,i.TEXTURE_MIN_FILTER,ze[E.minFilter]),E.compareFunction&&(i.texParameteri(N,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(N,i.TEXTURE_COMPARE_FUNC,De[E.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(E.magFilter===Un||E.minFilter!==Ol&&E.minFilter!==Oi||E.type===Ai&&e.has("OES_texture_float_linear")===!1)return;if(E.anisotropy>1||n.get(E).__currentAnisotropy){let te=e.get("EXT_texture_filter_anisotropic");i.texParameterf(N,te.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(E.anisotropy,s.getMaxAnisotropy())),n.get(E).__currentAnisotropy=E.anisotropy}}}function rt(N,E){let te=!1;N.__webglInit===void 0&&(N.__webglInit=!0,E.addEventListener("dispose",R),D(E));let ge=E.source,de=d.get(ge);de===void 0&&(de={},d.set(ge,de));let be=U(E);if(be!==N.__cacheKey){de[be]===void 0&&(de[be]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,te=!0),de[be].usedTimes++;let Se=de[N.__cacheKey];Se!==void 0&&(de[N.__cacheKey].usedTimes--,Se.usedTimes===0&&V(E)),N.__cacheKey=be,N.__webglTexture=de[be].texture}return te}function Ye(N,E,te){return Math.floor(Math.floor(N/te)/E)}function Pt(N,E,te,ge){let be=N.updateRanges;if(be.length===0)t.texSubImage2D(i.TEXTURE_2D,0,0,0,E.width,E.height,te,ge,E.data);else{be.sort(($,fe)=>$.start-fe.start);let Se=0;for(let $=1;$<be.length;$++){let fe=be[Se],he=be[$],Te=fe.start+fe.count,xe=Ye(he.start,E.width,4),we=Ye(fe.start,E.width,4);he.start<=Te+1&&xe===we&&Ye(he.start+he.count-1,E.width,4)===xe?fe.count=Math.max(fe.count,he.start+he.count-fe.start):(++Se,be[Se]=he)}be.length=Se+1;let ce=t.getParameter(i.UNPACK_ROW_LENGTH),ue=t.getParameter(i.UNPACK_SKIP_PIXELS),_e=t.getParameter(i.UNPACK_SKIP_ROWS);t.pixelStorei(i.UNPACK_ROW_LENGTH,E.width);for(let $=0,fe=be.length;$<fe;$++){let he=be[$],Te=Math.floor(he.start/4),xe=Math.ceil(he.count/4),we=Te%E.width,qe=Math.floor(Te/E.width),nt=xe,me=1;t.pixelStorei(i.UNPACK_SKIP_PIXELS,we),t.pixelStorei(i.UNPACK_SKIP_ROWS,qe),t.texSubImage2D(i.TEXTURE_2D,0,we,qe,nt,me,te,ge,E.data)}N.clearUpdateRanges(),t.pixelStorei(i.UNPACK_ROW_LENGTH,ce),t.pixelStorei(i.UNPACK_SKIP_PIXELS,ue),t.pixelStorei(i.UNPACK_SKIP_ROWS,_e)}}function St(N,E,te){let ge=i.TEXTURE_2D;(E.isDataArrayTexture||E.isCompressedArrayTexture)&&(ge=i.TEXTURE_2D_ARRAY),E.isData3DTexture&&(ge=i.TEXTURE_3D);let de=rt(N,E),be=E.source;t.bindTexture(ge,N.__webglTexture,i.TEXTURE0+te);let Se=n.get(be);if(be.version!==Se.__version||de===!0){if(t.activeTexture(i.TEXTURE0+te),(typeof ImageBitmap<"u"&&E.image instanceof ImageBitmap)===!1){let me=ut.getPrimaries(ut.workingColorSpace),Ge=E.colorSpace===js?null:ut.getPrimaries(E.colorSpace),it=E.colorSpace===js||me===Ge?i.NONE:i.BROWSER_DEFAULT_WEBGL;t.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,E.flipY),t.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,E.premultiplyAlpha),t.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,it)}t.pixelStorei(i.UNPACK_ALIGNMENT,E.unpackAlignment);let ue=_(E.image,!1,s.maxTextureSize);ue=$e(E,ue);let _e=r.convert(E.format,E.colorSpace),$=r.convert(E.type),fe=M(E.internalFormat,_e,$,E.normalized,E.colorSpace,E.isVideoTexture);st(ge,E);let he,Te=E.mipmaps,xe=E.isVideoTexture!==!0,we=Se.__version===void 0||de===!0,qe=be.dataReady,nt=w(E,ue);if(E.isDepthTexture)fe=v(E.format===Zs,E.type),we&&(xe?t.texStorage2D(i.TEXTURE_2D,1,fe,ue.width,ue.height):t.texImage2D(i.TEXTURE_2D,0,fe,ue.width,ue.height,0,_e,$,null));else if(E.isDataTexture)if(Te.length>0){xe&&we&&t.texStorage2D(i.TEXTURE_2D,nt,fe,Te[0].width,Te[0].height);for(let me=0,Ge=Te.length;me<Ge;me++)he=Te[me],xe?qe&&t.texSubImage2D(i.TEXTURE_2D,me,0,0,he.width,he.height,_e,$,he.data):t.texImage2D(i.TEXTURE_2D,me,fe,he.width,he.height,0,_e,$,he.data);E.generateMipmaps=!1}else xe?(we&&t.texStorage2D(i.TEXTURE_2D,nt,fe,ue.width,ue.height),qe&&Pt(E,ue,_e,$)):t.texImage2D(i.TEXTURE_2D,0,fe,ue.width,ue.height,0,_e,$,ue.data);else if(E.isCompressedTexture)if(E.isCompressedArrayTexture){xe&&we&&t.texStorage3D(i.TEXTURE_2D_ARRAY,nt,fe,Te[0].width,Te[0].height,ue.depth);for(let me=0,Ge=Te.length;me<Ge;me++)if(he=Te[me],E.format!==Bi)if(_e!==null)if(xe){if(qe)if(E.layerUpdates.size>0){let it=up(he.width,he.height,E.format,E.type);for(let Re of E.layerUpdates){let ht=he.data.subarray(Re*it/he.data.BYTES_PER_ELEMENT,(Re+1)*it/he.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,me,0,0,Re,he.width,he.height,1,_e,ht)}}else t.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,me,0,0,0,he.width,he.height,ue.depth,_e,he.data)}else t.compressedTexImage3D(i.TEXTURE_2D_ARRAY,me,fe,he.width,he.height,ue.depth,0,he.data,0,0);else je("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else xe?qe&&t.texSubImage3D(i.TEXTURE_2D_ARRAY,me,0,0,0,he.width,he.height,ue.depth,_e,$,he.data):t.texImage3D(i.TEXTURE_2D_ARRAY,me,fe,he.width,he.height,ue.depth,0,_e,$,he.data);E.layerUpdates.size>0&&E.clearLayerUpdates()}else{xe&&we&&t.texStorage2D(i.TEXTURE_2D,nt,fe,Te[0].width,Te[0].height);for(let me=0,Ge=Te.length;me<Ge;me++)he=Te[me],E.format!==Bi?_e!==null?xe?qe&&t.compressedTexSubImage2D(i.TEXTURE_2D,me,0,0,he.width,he.height,_e,he.data):t.compressedTexImage2D(i.TEXTURE_2D,me,fe,he.width,he.height,0,he.data):je("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):xe?qe&&t.texSubImage2D(i.TEXTURE_2D,me,0,0,he.width,he.height,_e,$,he.data):t.texImage2D(i.TEXTURE_2D,me,fe,he.width,he.height,0,_e,$,he.data)}else if(E.isDataArrayTexture)if(xe){if(we&&t.texStorage3D(i.TEXTURE_2D_ARRAY,nt,fe,ue.width,ue.height,ue.depth),qe)if(E.layerUpdates.size>0){let me=up(ue.width,ue.height,E.format,E.type);for(let Ge of E.layerUpdates){let it=ue.data.subarray(Ge*me/ue.data.BYTES_PER_ELEMENT,(Ge+1)*me/ue.data.BYTES_PER_ELEMENT);t.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,Ge,ue.width,ue.height,1,_e,$,it)}E.clearLayerUpdates()}else t.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,ue.width,ue.height,ue.depth,_e,$,ue.data)}else t.texImage3D(i.TEXTURE_2D_ARRAY,0,fe,ue.width,ue.height,ue.depth,0,_e,$,ue.data);else if(E.isData3DTexture)xe?(we&&t.texStorage3D(i.TEXTURE_3D,nt,fe,ue.width,ue.height,ue.depth),qe&&t.texSubImage3D(i.TEXTURE_3D,0,0,0,0,ue.width,ue.height,ue.depth,_e,$,ue.data)):t.texImage3D(i.TEXTURE_3D,0,fe,ue.width,ue.height,ue.depth,0,_e,$,ue.data);else if(E.isFramebufferTexture){if(we)if(xe)t.texStorage2D(i.TEXTURE_2D,nt,fe,ue.width,ue.height);else{let me=ue.width,Ge=ue.height;for(let it=0;it<nt;it++)t.texImage2D(i.TEXTURE_2D,it,fe,me,Ge,0,_e,$,null),me>>=1,Ge>>=1}}else if(E.isHTMLTexture){if("texElementImage2D"in i){let me=i.canvas;if(me.hasAttribute("layoutsubtree")||me.setAttribute("layoutsubtree","true"),ue.parentNode!==me){me.appendChild(ue),f.add(E),me.onpaint=Ge=>{let it=Ge.changedElements;for(let Re of f)it.includes(Re.image)&&(Re.needsUpdate=!0)},me.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,ue);else{let it=i.RGBA,Re=i.RGBA,ht=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,it,Re,ht,ue)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(Te.length>0){if(xe&&we){let me=Je(Te[0]);t.texStorage2D(i.TEXTURE_2D,nt,fe,me.width,me.height)}for(let me=0,Ge=Te.length;me<Ge;me++)he=Te[me],xe?qe&&t.texSubImage2D(i.TEXTURE_2D,me,0,0,_e,$,he):t.texImage2D(i.TEXTURE_2D,me,fe,_e,$,he);E.generateMipmaps=!1}else if(xe){if(we){let me=Je(ue);t.texStorage2D(i.TEXTURE_2D,nt,fe,me.width,me.height)}qe&&t.texSubImage2D(i.TEXTURE_2D,0,0,0,_e,$,ue)}else t.texImage2D(i.TEXTURE_2D,0,fe,_e,$,ue);b(E)&&E.mipmapsAutoUpdate===!0&&x(ge),Se.__version=be.version,E.onUpdate&&E.onUpdate(E)}N.__version=E.version}function Wt(N,E,te){if(E.image.length!==6)return;let ge=rt(N,E),de=E.source;t.bindTexture(i.TEXTURE_CUBE_MAP,N.__webglTexture,i.TEXTURE0+te);let be=n.get(de);if(de.version!==be.__version||ge===!0){t.activeTexture(i.TEXTURE0+te);let Se=ut.getPrimaries(ut.workingColorSpace),ce=E.colorSpace===js?null:ut.getPrimaries(E.colorSpace),ue=E.colorSpace===js||Se===ce?i.NONE:i.BROWSER_DEFAULT_WEBGL;t.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,E.flipY),t.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,E.premultiplyAlpha),t.pixelStorei(i.UNPACK_ALIGNMENT,E.unpackAlignment),t.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,ue);let _e=E.isCompressedTexture||E.image[0].isCompressedTexture,$=E.image[0]&&E.image[0].isDataTexture,fe=[];for(let Re=0;Re<6;Re++)!_e&&!$?fe[Re]=_(E.image[Re],!0,s.maxCubemapSize):fe[Re]=$?E.image[Re].image:E.image[Re],fe[Re]=$e(E,fe[Re]);let he=fe[0],Te=r.convert(E.format,E.colorSpace),xe=r.convert(E.type),we=M(E.internalFormat,Te,xe,E.normalized,E.colorSpace),qe=E.isVideoTexture!==!0,nt=be.__version===void 0||ge===!0,me=de.dataReady,Ge=w(E,he);st(i.TEXTURE_CUBE_MAP,E);let it;if(E.isDepthTexture){if(we=v(E.format===Zs,E.type),nt)if(qe)t.texStorage2D(i.TEXTURE_CUBE_MAP,1,we,he.width,he.height);else for(let Re=0;Re<6;Re++)t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,we,he.width,he.height,0,Te,xe,null)}else if(_e){qe&&nt&&t.texStorage2D(i.TEXTURE_CUBE_MAP,Ge,we,he.width,he.height);for(let Re=0;Re<6;Re++){it=fe[Re].mipmaps;for(let ht=0;ht<it.length;ht++){let Xt=it[ht];E.format!==Bi?Te!==null?qe?me&&t.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ht,0,0,Xt.width,Xt.height,Te,Xt.data):t.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ht,we,Xt.width,Xt.height,0,Xt.data):je("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):qe?me&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ht,0,0,Xt.width,Xt.height,Te,xe,Xt.data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ht,we,Xt.width,Xt.height,0,Te,xe,Xt.data)}}}else{if(it=E.mipmaps,qe&&nt){it.length>0&&Ge++;let Re=Je(fe[0]);t.texStorage2D(i.TEXTURE_CUBE_MAP,Ge,we,Re.width,Re.height)}for(let Re=0;Re<6;Re++)if($){qe?me&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,0,0,fe[Re].width,fe[Re].height,Te,xe,fe[Re].data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,we,fe[Re].width,fe[Re].height,0,Te,xe,fe[Re].data);for(let ht=0;ht<it.length;ht++){let jn=it[ht].image[Re].image;qe?me&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ht+1,0,0,jn.width,jn.height,Te,xe,jn.data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ht+1,we,jn.width,jn.height,0,Te,xe,jn.data)}}else{qe?me&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,0,0,Te,xe,fe[Re]):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,we,Te,xe,fe[Re]);for(let ht=0;ht<it.length;ht++){let Xt=it[ht];qe?me&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ht+1,0,0,Te,xe,Xt.image[Re]):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ht+1,we,Te,xe,Xt.image[Re])}}}b(E)&&E.mipmapsAutoUpdate===!0&&x(i.TEXTURE_CUBE_MAP),be.__version=de.version,E.onUpdate&&E.onUpdate(E)}N.__version=E.version}function Mt(N,E,te,ge,de,be){let Se=r.convert(te.format,te.colorSpace),ce=r.convert(te.type),ue=M(te.internalFormat,Se,ce,te.normalized,te.colorSpace),_e=n.get(E),$=n.get(te);if($.__renderTarget=E,!_e.__hasExternalTextures){let fe=Math.max(1,E.width>>be),he=Math.max(1,E.height>>be);de===i.TEXTURE_3D||de===i.TEXTURE_2D_ARRAY?t.texImage3D(de,be,ue,fe,he,E.depth,0,Se,ce,null):t.texImage2D(de,be,ue,fe,he,0,Se,ce,null)}t.bindFramebuffer(i.FRAMEBUFFER,N),Ee(E)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,ge,de,$.__webglTexture,0,ct(E)):(de===i.TEXTURE_2D||de>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&de<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,ge,de,$.__webglTexture,be),t.bindFramebuffer(i.FRAMEBUFFER,null)}function fn(N,E,te){if(i.bindRenderbuffer(i.RENDERBUFFER,N),E.depthBuffer){let ge=E.depthTexture,de=ge&&ge.isDepthTexture?ge.type:null,be=v(E.stencilBuffer,de),Se=E.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;Ee(E)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,ct(E),be,E.width,E.height):te?i.renderbufferStorageMultisample(i.RENDERBUFFER,ct(E),be,E.width,E.height):i.renderbufferStorage(i.RENDERBUFFER,be,E.width,E.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,Se,i.RENDERBUFFER,N)}else{let ge=E.textures;for(let de=0;de<ge.length;de++){let be=ge[de],Se=r.convert(be.format,be.colorSpace),ce=r.convert(be.type),ue=M(be.internalFormat,Se,ce,be.normalized,be.colorSpace);Ee(E)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,ct(E),ue,E.width,E.height):te?i.renderbufferStorageMultisample(i.RENDERBUFFER,ct(E),ue,E.width,E.height):i.renderbufferStorage(i.RENDERBUFFER,ue,E.width,E.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function vt(N,E,te){let ge=E.isWebGLCubeRenderTarget===!0;if(t.bindFramebuffer(i.FRAMEBUFFER,N),!(E.depthTexture&&E.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let de=n.get(E.depthTexture);de.__renderTarget=E;let be=ge?E.depthTexture.image[0]:E.depthTexture.image;(!de.__webglTexture||be.width!==E.width||be.height!==E.height)&&(be.width=E.width,be.height=E.height,E.depthTexture.needsUpdate=!0),ge?ae(E.depthTexture,0):W(E.depthTexture,0);let Se=de.__webglTexture,ce=ct(E),ue=ge?i.TEXTURE_CUBE_MAP_POSITIVE_X+te:i.TEXTURE_2D,_e=E.depthTexture.format===Zs?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(E.depthTexture.format===Ws)Ee(E)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,_e,ue,Se,0,ce):i.framebufferTexture2D(i.FRAMEBUFFER,_e,ue,Se,0);else if(E.depthTexture.format===Zs)Ee(E)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,_e,ue,Se,0,ce):i.framebufferTexture2D(i.FRAMEBUFFER,_e,ue,Se,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function bn(N){let E=n.get(N),te=N.isWebGLCubeRenderTarget===!0;if(E.__boundDepthTexture!==N.depthTexture){let ge=N.depthTexture;if(E.__depthDisposeCallback&&E.__depthDisposeCallback(),ge){let de=()=>{delete E.__boundDepthTexture,delete E.__depthDisposeCallback,ge.removeEventListener("dispose",de)};ge.addEventListener("dispose",de),E.__depthDisposeCallback=de}E.__boundDepthTexture=ge}if(N.depthTexture&&!E.__autoAllocateDepthBuffer)if(te)for(let ge=0;ge<6;ge++)vt(E.__webglFramebuffer[ge],N,ge);else N.texture.mipmaps.length>0?vt(E.__webglFramebuffer[0],N,0):vt(E.__webglFramebuffer,N,0);else if(te){E.__webglDepthbuffer=[];for(let ge=0;ge<6;ge++)if(t.bindFramebuffer(i.FRAMEBUFFER,E.__webglFramebuffer[ge]),E.__webglDepthbuffer[ge]===void 0)E.__webglDepthbuffer[ge]=i.createRenderbuffer(),fn(E.__webglDepthbuffer[ge],N,!1);else{let de=N.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,be=E.__webglDepthbuffer[ge];i.bindRenderbuffer(i.RENDERBUFFER,be),i.framebufferRenderbuffer(i.FRAMEBUFFER,de,i.RENDERBUFFER,be)}}else if(N.texture.mipmaps.length>0?t.bindFramebuffer(i.FRAMEBUFFER,E.__webglFramebuffer[0]):t.bindFramebuffer(i.FRAMEBUFFER,E.__webglFramebuffer),E.__webglDepthbuffer===void 0)E.__webglDepthbuffer=i.createRenderbuffer(),fn(E.__webglDepthbuffer,N,!1);else{let de=N.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,be=E.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,be),i.framebufferRenderbuffer(i.FRAMEBUFFER,de,i.RENDERBUFFER,be)}t.bindFramebuffer(i.FRAMEBUFFER,null)}function sn(N,E,te){let ge=n.get(N);E!==void 0&&Mt(ge.__webglFramebuffer,N,N.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),te!==void 0&&bn(N)}function dn(N){let E=N.texture,te=n.get(N),ge=n.get(E);N.addEventListener("dispose",H),D(N);let de=N.textures,be=N.isWebGLCubeRenderTarget===!0,Se=de.length>1;if(Se||(ge.__webglTexture===void 0&&(ge.__webglTexture=i.createTexture()),ge.__version=E.version,o.memory.textures++),be){te.__webglFramebuffer=[];for(let ce=0;ce<6;ce++)if(E.mipmaps.length>0){te.__webglFramebuffer[ce]=[];for(let ue=0;ue<E.mipmaps.length;ue++)te.__webglFramebuffer[ce][ue]=i.createFramebuffer()}else te.__webglFramebuffer[ce]=i.createFramebuffer()}else{if(E.mipmaps.length>0){te.__webglFramebuffer=[];for(let ce=0;ce<E.mipmaps.length;ce++)te.__webglFramebuffer[ce]=i.createFramebuffer()}else te.__webglFramebuffer=i.createFramebuffer();if(Se)for(let ce=0,ue=de.length;ce<ue;ce++){let _e=n.get(de[ce]);_e.__webglTexture===void 0&&(_e.__webglTexture=i.createTexture(),o.memory.textures++)}if(N.samples>0&&Ee(N)===!1){te.__webglMultisampledFramebuffer=i.createFramebuffer(),te.__webglColorRenderbuffer=[],t.bindFramebuffer(i.FRAMEBUFFER,te.__webglMultisampledFramebuffer);for(let ce=0;ce<de.length;ce++){let ue=de[ce];te.__webglColorRenderbuffer[ce]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,te.__webglColorRenderbuffer[ce]);let _e=r.convert(ue.format,ue.colorSpace),$=r.convert(ue.type),fe=M(ue.internalFormat,_e,$,ue.normalized,ue.colorSpace,N.isXRRenderTarget===!0),he=ct(N);i.renderbufferStorageMultisample(i.RENDERBUFFER,he,fe,N.width,N.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+ce,i.RENDERBUFFER,te.__webglColorRenderbuffer[ce])}i.bindRenderbuffer(i.RENDERBUFFER,null),N.depthBuffer&&(te.__webglDepthRenderbuffer=i.createRenderbuffer(),fn(te.__webglDepthRenderbuffer,N,!0)),t.bindFramebuffer(i.FRAMEBUFFER,null)}}if(be){t.bindTexture(i.TEXTURE_CUBE_MAP,ge.__webglTexture),st(i.TEXTURE_CUBE_MAP,E);for(let ce=0;ce<6;ce++)if(E.mipmaps.length>0)for(let ue=0;ue<E.mipmaps.length;ue++)Mt(te.__webglFramebuffer[ce][ue],N,E,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+ce,ue);else Mt(te.__webglFramebuffer[ce],N,E,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+ce,0);b(E)?x(i.TEXTURE_CUBE_MAP):E.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,E.mipmaps.length-1),t.unbindTexture()}else if(Se){for(let ce=0,ue=de.length;ce<ue;ce++){let _e=de[ce],$=n.get(_e),fe=i.TEXTURE_2D;(N.isWebGL3DRenderTarget||N.isWebGLArrayRenderTarget)&&(fe=N.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),t.bindTexture(fe,$.__webglTexture),st(fe,_e),Mt(te.__webglFramebuffer,N,_e,i.COLOR_ATTACHMENT0+ce,fe,0),b(_e)&&x(fe)}t.unbindTexture()}else{let ce=i.TEXTURE_2D;if((N.isWebGL3DRenderTarget||N.isWebGLArrayRenderTarget)&&(ce=N.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),t.bindTexture(ce,ge.__webglTexture),st(ce,E),E.mipmaps.length>0)for(let ue=0;ue<E.mipmaps.length;ue++)Mt(te.__webglFramebuffer[ue],N,E,i.COLOR_ATTACHMENT0,ce,ue);else Mt(te.__webglFramebuffer,N,E,i.COLOR_ATTACHMENT0,ce,0);b(E)?x(ce):E.mipmaps.length>0&&i.texParameteri(ce,i.TEXTURE_MAX_LEVEL,E.mipmaps.length-1),t.unbindTexture()}N.depthBuffer&&bn(N)}function q(N){let E=N.textures;for(let te=0,ge=E.length;te<ge;te++){let de=E[te];if(b(de)&&de.mipmapsAutoUpdate===!0){let be=T(N),Se=n.get(de).__webglTexture;t.bindTexture(be,Se),x(be),t.unbindTexture()}}}let Pe=[];function Ke(N){if(N.samples>0){if(Ee(N)===!1){let E=N.textures,te=N.width,ge=N.height,de=i.COLOR_BUFFER_BIT,be=N.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,Se=n.get(N),ce=E.length>1;if(ce)for(let _e=0;_e<E.length;_e++)t.bindFramebuffer(i.FRAMEBUFFER,Se.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+_e,i.RENDERBUFFER,null),t.bindFramebuffer(i.FRAMEBUFFER,Se.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+_e,i.TEXTURE_2D,null,0);t.bindFramebuffer(i.READ_FRAMEBUFFER,Se.__webglMultisampledFramebuffer),N.texture.mipmaps.length>0?t.bindFramebuffer(i.DRAW_FRAMEBUFFER,Se.__webglFramebuffer[0]):t.bindFramebuffer(i.DRAW_FRAMEBUFFER,Se.__webglFramebuffer);for(let _e=0;_e<E.length;_e++){if(N.resolveDepthBuffer&&(N.depthBuffer&&(de|=i.DEPTH_BUFFER_BIT),N.stencilBuffer&&N.resolveStencilBuffer&&(de|=i.STENCIL_BUFFER_BIT)),ce){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,Se.__webglColorRenderbuffer[_e]);let $=n.get(E[_e]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,$,0)}i.blitFramebuffer(0,0,te,ge,0,0,te,ge,de,i.NEAREST),c===!0&&(Pe.length=0,Pe.push(i.COLOR_ATTACHMENT0+_e),N.depthBuffer&&N.storeMultisampledDepthBuffer===!1&&Pe.push(be),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,Pe))}if(t.bindFramebuffer(i.READ_FRAMEBUFFER,null),t.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),ce)for(let _e=0;_e<E.length;_e++){t.bindFramebuffer(i.FRAMEBUFFER,Se.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+_e,i.RENDERBUFFER,Se.__webglColorRenderbuffer[_e]);let $=n.get(E[_e]).__webglTexture;t.bindFramebuffer(i.FRAMEBUFFER,Se.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+_e,i.TEXTURE_2D,$,0)}t.bindFramebuffer(i.DRAW_FRAMEBUFFER,Se.__webglMultisampledFramebuffer)}else if(N.depthBuffer&&N.storeMultisampledDepthBuffer===!1&&c){let E=N.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[E])}}}function ct(N){return Math.min(s.maxSamples,N.samples)}function Ee(N){let E=n.get(N);return N.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&E.__useRenderToTexture!==!1}function Gt(N){let E=o.render.frame;h.get(N)!==E&&(h.set(N,E),N.update())}function $e(N,E){let te=N.colorSpace,ge=N.format,de=N.type;return N.isCompressedTexture===!0||N.isVideoTexture===!0||te!==sl&&te!==js&&(ut.getTransfer(te)===Nt?(ge!==Bi||de!==fi)&&je("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):Qe("WebGLTextures: Unsupported texture color space:",te)),E}function Je(N){return typeof HTMLImageElement<"u"&&N instanceof HTMLImageElement?(l.width=N.naturalWidth||N.width,l.height=N.naturalHeight||N.height):typeof VideoFrame<"u"&&N instanceof VideoFrame?(l.width=N.displayWidth,l.height=N.displayHeight):(l.width=N.width,l.height=N.height),l}this.allocateTextureUnit=K,this.resetTextureUnits=G,this.getTextureUnits=X,this.setTextureUnits=Q,this.setTexture2D=W,this.setTexture2DArray=j,this.setTexture3D=ee,this.setTextureCube=ae,this.rebindTextures=sn,this.setupRenderTarget=dn,this.updateRenderTargetMipmap=q,this.updateMultisampleRenderTarget=Ke,this.setupDepthRenderbuffer=bn,this.setupFrameBufferTexture=Mt,this.useMultisampledRTT=Ee,this.dispose=k}function UA(i,e){function t(n,s=js){let r,o=ut.getTransfer(s);if(n===fi)return i.UNSIGNED_BYTE;if(n===Gh)return i.UNSIGNED_SHORT_4_4_4_4;if(n===Hh)return i.UNSIGNED_SHORT_5_5_5_1;if(n===Zd)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===jd)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===qd)return i.BYTE;if(n===Yd)return i.SHORT;if(n===ga)return i.UNSIGNED_SHORT;if(n===zh)return i.INT;if(n===Qi)return i.UNSIGNED_INT;if(n===Ai)return i.FLOAT;if(n===es)return i.HALF_FLOAT;if(n===Jd)return i.ALPHA;if(n===Kd)return i.RGB;if(n===Bi)return i.RGBA;if(n===Ws)return i.DEPTH_COMPONENT;if(n===Zs)return i.DEPTH_STENCIL;if(n===Vh)return i.RED;if(n===Wh)return i.RED_INTEGER;if(n===br)return i.RG;if(n===$h)return i.RG_INTEGER;if(n===Xh)return i.RGBA_INTEGER;if(n===Bl||n===kl||n===zl||n===Gl)if(o===Nt)if(r=e.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===Bl)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===kl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===zl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===Gl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=e.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===Bl)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===kl)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===zl)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===Gl)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===qh||n===Yh||n===Zh||n===jh)if(r=e.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===qh)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===Yh)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===Zh)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===jh)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===Jh||n===Kh||n===Qh||n===eu||n===tu||n===Hl||n===nu)if(r=e.get("WEBGL_compressed_texture_etc"),r!==null){if(n===Jh||n===Kh)return o===Nt?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===Qh)return o===Nt?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===eu)return r.COMPRESSED_R11_EAC;if(n===tu)return r.COMPRESSED_SIGNED_R11_EAC;if(n===Hl)return r.COMPRESSED_RG11_EAC;if(n===nu)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===iu||n===su||n===ru||n===ou||n===au||n===lu||n===cu||n===hu||n===uu||n===fu||n===du||n===pu||n===mu||n===gu)if(r=e.get("WEBGL_compressed_texture_astc"),r!==null){if(n===iu)return o===Nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===su)return o===Nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===ru)return o===Nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===ou)return o===Nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===au)return o===Nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===lu)return o===Nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===cu)return o===Nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===hu)return o===Nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===uu)return o===Nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===fu)return o===Nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===du)return o===Nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===pu)return o===Nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===mu)return o===Nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===gu)return o===Nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===yu||n===_u||n===xu)if(r=e.get("EXT_texture_compression_bptc"),r!==null){if(n===yu)return o===Nt?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===_u)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===xu)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===vu||n===bu||n===Vl||n===Su)if(r=e.get("EXT_texture_compression_rgtc"),r!==null){if(n===vu)return r.COMPRESSED_RED_RGTC1_EXT;if(n===bu)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===Vl)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===Su)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===Yr?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:t}}var FA=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,OA=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,vp=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let n=new yl(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=n}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,n=new ys({vertexShader:FA,fragmentShader:OA,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=new Ct(new Hr(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},bp=class extends ji{constructor(e,t){super();let n=this,s=null,r=1,o=null,a="local-floor",c=1,l=null,h=null,f=null,u=null,d=null,p=null,y=typeof XRWebGLBinding<"u",m=new vp,g={},_=t.getContextAttributes(),b=null,x=null,T=[],M=[],v=new We,w=null,D=null,L=new vn;L.viewport=new Bt;let R=new vn;R.viewport=new Bt;let H=[L,R],B=new Fh,P=null,k=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(U){let W=T[U];return W===void 0&&(W=new ta,T[U]=W),W.getTargetRaySpace()},this.getControllerGrip=function(U){let W=T[U];return W===void 0&&(W=new ta,T[U]=W),W.getGripSpace()},this.getHand=function(U){let W=T[U];return W===void 0&&(W=new ta,T[U]=W),W.getHandSpace()};function O(U){let W=M.indexOf(U.inputSource);if(W===-1)return;let j=T[W];j!==void 0&&(j.update(U.inputSource,U.frame,l||o),j.dispatchEvent({type:U.type,data:U.inputSource}))}function V(){s.removeEventListener("select",O),s.removeEventListener("selectstart",O),s.removeEventListener("selectend",O),s.removeEventListener("squeeze",O),s.removeEventListener("squeezestart",O),s.removeEventListener("squeezeend",O),s.removeEventListener("end",V),s.removeEventListener("inputsourceschange",se);for(let U=0;U<T.length;U++){let W=M[U];W!==null&&(M[U]=null,T[U].disconnect(W))}P=null,k=null,m.reset();for(let U in g)delete g[U];if(e.setRenderTarget(b),d=null,u=null,f=null,s=null,x=null,K.stop(),n.isPresenting=!1,e.setPixelRatio(w),e.setSize(v.width,v.height,!1),D!==null){let U=D.camera;U.fov=D.fov,U.zoom=D.zoom,U.updateProjectionMatrix(),D=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(U){r=U,n.isPresenting===!0&&je("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(U){a=U,n.isPresenting===!0&&je("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return l||o},this.setReferenceSpace=function(U){l=U},this.getBaseLayer=function(){return u!==null?u:d},this.getBinding=function(){return f===null&&y&&(f=new XRWebGLBinding(s,t)),f},this.getFrame=function(){return p},this.getSession=function(){return s},this.setSession=async function(U){if(s=U,s!==null){if(b=e.getRenderTarget(),s.addEventListener("select",O),s.addEventListener("selectstart",O),s.addEventListener("selectend",O),s.addEventListener("squeeze",O),s.addEventListener("squeezestart",O),s.addEventListener("squeezeend",O),s.addEventListener("end",V),s.addEventListener("inputsourceschange",se),_.xrCompatible!==!0&&await t.makeXRCompatible(),w=e.getPixelRatio(),e.getSize(v),y&&"createProjectionLayer"in XRWebGLBinding.prototype){let j=null,ee=null,ae=null;_.depth&&(ae=_.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,j=_.stencil?Zs:Ws,ee=_.stencil?Yr:Qi);let ve={colorFormat:t.RGBA8,depthFormat:ae,scaleFactor:r};f=this.getBinding(),u=f.createProjectionLayer(ve),s.updateRenderState({layers:[u]}),e.setPixelRatio(1),e.setSize(u.textureWidth,u.textureHeight,!1),x=new Ti(u.textureWidth,u.textureHeight,{format:Bi,type:fi,depthTexture:new $s(u.textureWidth,u.textureHeight,ee,void 0,void 0,void 0,void 0,void 0,void 0,j),stencilBuffer:_.stencil,colorSpace:e.outputColorSpace,samples:_.antialias?4:0,resolveDepthBuffer:u.ignoreDepthValues===!1,resolveStencilBuffer:u.ignoreDepthValues===!1,storeMultisampledDepthBuffer:u.ignoreDepthValues===!1,storeMultisampledStencilBuffer:u.ignoreDepthValues===!1})}else{let j={antialias:_.antialias,alpha:!0,depth:_.depth,stencil:_.stencil,framebufferScaleFactor:r};d=new XRWebGLLayer(s,t,j),s.updateRenderState({baseLayer:d}),e.setPixelRatio(1),e.setSize(d.framebufferWidth,d.framebufferHeight,!1),x=new Ti(d.framebufferWidth,d.framebufferHeight,{format:Bi,type:fi,colorSpace:e.outputColorSpace,stencilBuffer:_.stencil,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}x.isXRRenderTarget=!0,this.setFoveation(c),l=null,o=await s.requestReferenceSpace(a),K.setContext(s),K.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return m.getDepthTexture()};function se(U){for(let W=0;W<U.removed.length;W++){let j=U.removed[W],ee=M.indexOf(j);ee>=0&&(M[ee]=null,T[ee].disconnect(j))}for(let W=0;W<U.added.length;W++){let j=U.added[W],ee=M.indexOf(j);if(ee===-1){for(let ve=0;ve<T.length;ve++)if(ve>=M.length){M.push(j),ee=ve;break}else if(M[ve]===null){M[ve]=j,ee=ve;break}if(ee===-1)break}let ae=T[ee];ae&&ae.connect(j)}}function I(U,W){W===null?U.matrixWorld.copy(U.matrix):U.matrixWorld.multiplyMatrices(W.matrixWorld,U.matrix),U.matrixWorldInverse.copy(U.matrixWorld).invert()}this.updateCamera=function(U){if(s===null)return;let W=U.near,j=U.far;m.texture!==null&&(m.depthNear>0&&(W=m.depthNear),m.depthFar>0&&(j=m.depthFar)),B.near=R.near=L.near=W,B.far=R.far=L.far=j,(P!==B.near||k!==B.far)&&(s.updateRenderState({depthNear:B.near,depthFar:B.far}),P=B.near,k=B.far),B.layers.mask=U.layers.mask|6,L.layers.mask=B.layers.mask&-5,R.layers.mask=B.layers.mask&-3;let ee=U.parent,ae=B.cameras;I(B,ee);for(let ve=0;ve<ae.length;ve++)I(ae[ve],ee);B.projectionMatrix.copy(L.projectionMatrix),B.projectionMatrixInverse.copy(L.projectionMatrixInverse),D===null&&U.isPerspectiveCamera&&(D={camera:U,fov:U.fov,zoom:U.zoom}),G(U,B,ee)};function G(U,W,j){j===null?U.matrix.copy(W.matrixWorld):(U.matrix.copy(j.matrixWorld),U.matrix.invert(),U.matrix.multiply(W.matrixWorld)),U.matrix.decompose(U.position,U.quaternion,U.scale),U.updateMatrixWorld(!0),U.projectionMatrix.copy(W.projectionMatrix),U.projectionMatrixInverse.copy(W.projectionMatrixInverse),U.isPerspectiveCamera&&(U.fov=kr*2*Math.atan(1/U.projectionMatrix.elements[5]),U.zoom=1)}this.getCamera=function(){return B},this.getFoveation=function(){if(!(u===null&&d===null))return c},this.setFoveation=function(U){c=U,u!==null&&(u.fixedFoveation=U),d!==null&&d.fixedFoveation!==void 0&&(d.fixedFoveation=U)},this.hasDepthSensing=function(){return m.texture!==null},this.getDepthSensingMesh=function(){return m.getMesh(B)},this.getCameraTexture=function(U){return g[U]};let X=null;function Q(U,W){if(h=W.getViewerPose(l||o),p=W,h!==null){let j=h.views;d!==null&&(e.setRenderTargetFramebuffer(x,d.framebuffer),e.setRenderTarget(x));let ee=!1;j.length!==B.cameras.length&&(B.cameras.length=0,ee=!0);for(let De=0;De<j.length;De++){let st=j[De],rt=null;if(d!==null)rt=d.getViewport(st);else{let Pt=f.getViewSubImage(u,st);rt=Pt.viewport,De===0&&(e.setRenderTargetTextures(x,Pt.colorTexture,Pt.depthStencilTexture),e.setRenderTarget(x))}let Ye=H[De];Ye===void 0&&(Ye=new vn,Ye.layers.enable(De),Ye.viewport=new Bt,H[De]=Ye),Ye.matrix.fromArray(st.transform.matrix),Ye.matrix.decompose(Ye.position,Ye.quaternion,Ye.scale),Ye.projectionMatrix.fromArray(st.projectionMatrix),Ye.projectionMatrixInverse.copy(Ye.projectionMatrix).invert(),Ye.viewport.set(rt.x,rt.y,rt.width,rt.height),De===0&&(B.matrix.copy(Ye.matrix),B.matrix.decompose(B.position,B.quaternion,B.scale)),ee===!0&&B.cameras.push(Ye)}let ae=s.enabledFeatures;if(ae&&ae.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&y){f=n.getBinding();let De=f.getDepthInformation(j[0]);De&&De.isValid&&De.texture&&m.init(De,s.renderState)}if(ae&&ae.includes("camera-access")&&y){e.state.unbindTexture(),f=n.getBinding();for(let De=0;De<j.length;De++){let st=j[De].camera;if(st){let rt=g[st];rt||(rt=new yl,g[st]=rt);let Ye=f.getCameraImage(st);rt.sourceTexture=Ye}}}}for(let j=0;j<T.length;j++){let ee=M[j],ae=T[j];ee!==null&&ae!==void 0&&ae.update(ee,W,l||o)}X&&X(U,W),W.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:W}),p=null}let K=new __;K.setAnimationLoop(Q),this.setAnimationLoop=function(U){X=U},this.dispose=function(){}}},BA=new Oe,C_=new at;C_.set(-1,0,0,0,1,0,0,0,1);function kA(i,e){function t(m,g){m.matrixAutoUpdate===!0&&m.updateMatrix(),g.value.copy(m.matrix)}function n(m,g){g.color.getRGB(m.fogColor.value,lp(i)),g.isFog?(m.fogNear.value=g.near,m.fogFar.value=g.far):g.isFogExp2&&(m.fogDensity.value=g.density)}function s(m,g,_,b,x){g.isNodeMaterial?g.uniformsNeedUpdate=!1:g.isMeshBasicMaterial?r(m,g):g.isMeshLambertMaterial?(r(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshToonMaterial?(r(m,g),f(m,g)):g.isMeshPhongMaterial?(r(m,g),h(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshStandardMaterial?(r(m,g),u(m,g),g.isMeshPhysicalMaterial&&d(m,g,x)):g.isMeshMatcapMaterial?(r(m,g),p(m,g)):g.isMeshDepthMaterial?r(m,g):g.isMeshDistanceMaterial?(r(m,g),y(m,g)):g.isMeshNormalMaterial?r(m,g):g.isLineBasicMaterial?(o(m,g),g.isLineDashedMaterial&&a(m,g)):g.isPointsMaterial?c(m,g,_,b):g.isSpriteMaterial?l(m,g):g.isShadowMaterial?(m.color.value.copy(g.color),m.opacity.value=g.opacity):g.isShaderMaterial&&(g.uniformsNeedUpdate=!1)}function r(m,g){m.opacity.value=g.opacity,g.color&&m.diffuse.value.copy(g.color),g.emissive&&m.emissive.value.copy(g.emissive).multiplyScalar(g.emissiveIntensity),g.map&&(m.map.value=g.map,t(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,t(g.alphaMap,m.alphaMapTransform)),g.bumpMap&&(m.bumpMap.value=g.bumpMap,t(g.bumpMap,m.bumpMapTransform),m.bumpScale.value=g.bumpScale,g.side===ai&&(m.bumpScale.value*=-1)),g.normalMap&&(m.normalMap.value=g.normalMap,t(g.normalMap,m.normalMapTransform),m.normalScale.value.copy(g.normalScale),g.side===ai&&m.normalScale.value.negate()),g.displacementMap&&(m.displacementMap.value=g.displacementMap,t(g.displacementMap,m.displacementMapTransform),m.displacementScale.value=g.displacementScale,m.displacementBias.value=g.displacementBias),g.emissiveMap&&(m.emissiveMap.value=g.emissiveMap,t(g.emissiveMap,m.emissiveMapTransform)),g.specularMap&&(m.specularMap.value=g.specularMap,t(g.specularMap,m.specularMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest);let _=e.get(g),b=_.envMap,x=_.envMapRotation;b&&(m.envMap.value=b,m.envMapRotation.value.setFromMatrix4(BA.makeRotationFromEuler(x)).transpose(),b.isCubeTexture&&b.isRenderTargetTexture===!1&&m.envMapRotation.value.premultiply(C_),m.reflectivity.value=g.reflectivity,m.ior.value=g.ior,m.refractionRatio.value=g.refractionRatio),g.lightMap&&(m.lightMap.value=g.lightMap,m.lightMapIntensity.value=g.lightMapIntensity,t(g.lightMap,m.lightMapTransform)),g.aoMap&&(m.aoMap.value=g.aoMap,m.aoMapIntensity.value=g.aoMapIntensity,t(g.aoMap,m.aoMapTransform))}function o(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,g.map&&(m.map.value=g.map,t(g.map,m.mapTransform))}function a(m,g){m.dashSize.value=g.dashSize,m.totalSize.value=g.dashSize+g.gapSize,m.scale.value=g.scale}function c(m,g,_,b){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.size.value=g.size*_,m.scale.value=b*.5,g.map&&(m.map.value=g.map,t(g.map,m.uvTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,t(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function l(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.rotation.value=g.rotation,g.map&&(m.map.value=g.map,t(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,t(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function h(m,g){m.specular.value.copy(g.specular),m.shininess.value=Math.max(g.shininess,1e-4)}function f(m,g){g.gradientMap&&(m.gradientMap.value=g.gradientMap)}function u(m,g){m.metalness.value=g.metalness,g.metalnessMap&&(m.metalnessMap.value=g.metalnessMap,t(g.metalnessMap,m.metalnessMapTransform)),m.roughness.value=g.roughness,g.roughnessMap&&(m.roughnessMap.value=g.roughnessMap,t(g.roughnessMap,m.roughnessMapTransform)),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)}function d(m,g,_){m.ior.value=g.ior,g.diffuseRoughness>0&&(m.diffuseRoughness.value=g.diffuseRoughness,g.diffuseRoughnessMap&&(m.diffuseRoughnessMap.value=g.diffuseRoughnessMap,t(g.diffuseRoughnessMap,m.diffuseRoughnessMapTransform))),g.sheen>0&&(m.sheenColor.value.copy(g.sheenColor).multiplyScalar(g.sheen),m.sheenRoughness.value=g.sheenRoughness,g.sheenColorMap&&(m.sheenColorMap.value=g.sheenColorMap,t(g.sheenColorMap,m.sheenColorMapTransform)),g.sheenRoughnessMap&&(m.sheenRoughnessMap.value=g.sheenRoughnessMap,t(g.sheenRoughnessMap,m.sheenRoughnessMapTransform))),g.clearcoat>0&&(m.clearcoat.value=g.clearcoat,m.clearcoatRoughness.value=g.clearcoatRoughness,g.clearcoatMap&&(m.clearcoatMap.value=g.clearcoatMap,t(g.clearcoatMap,m.clearcoatMapTransform)),g.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=g.clearcoatRoughnessMap,t(g.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),g.clearcoatNormalMap&&(m.clearcoatNormalMap.value=g.clearcoatNormalMap,t(g.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(g.clearcoatNormalScale),g.side===ai&&m.clearcoatNormalScale.value.negate())),g.dispersion>0&&(m.dispersion.value=g.dispersion),g.retroreflectivity>0&&(m.retroreflectivity.value=g.retroreflectivity),g.iridescence>0&&(m.iridescence.value=g.iridescence,m.iridescenceIOR.value=g.iridescenceIOR,m.iridescenceThicknessMinimum.value=g.iridescenceThicknessMinimum,m.iridescenceThicknessMaximum.value=g.iridescenceThicknessMaximum,g.iridescenceMap&&(m.iridescenceMap.value=g.iridescenceMap,t(g.iridescenceMap,m.iridescenceMapTransform)),g.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=g.iridescenceThicknessMap,t(g.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),g.transmission>0&&(m.transmission.value=g.transmission,m.transmissionSamplerMap.value=_.texture,m.transmissionSamplerSize.value.set(_.width,_.height),g.transmissionMap&&(m.transmissionMap.value=g.transmissionMap,t(g.transmissionMap,m.transmissionMapTransform)),m.thickness.value=g.thickness,g.thicknessMap&&(m.thicknessMap.value=g.thicknessMap,t(g.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=g.attenuationDistance,m.attenuationColor.value.copy(g.attenuationColor)),g.anisotropy>0&&(m.anisotropyVector.value.set(g.anisotropy*Math.cos(g.anisotropyRotation),g.anisotropy*Math.sin(g.anisotropyRotation)),g.anisotropyMap&&(m.anisotropyMap.value=g.anisotropyMap,t(g.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=g.specularIntensity,m.specularColor.value.copy(g.specularColor),g.specularColorMap&&(m.specularColorMap.value=g.specularColorMap,t(g.specularColorMap,m.specularColorMapTransform)),g.specularIntensityMap&&(m.specularIntensityMap.value=g.specularIntensityMap,t(g.specularIntensityMap,m.specularIntensityMapTransform))}function p(m,g){g.matcap&&(m.matcap.value=g.matcap)}function y(m,g){let _=e.get(g).light;m.referencePosition.value.setFromMatrixPosition(_.matrixWorld),m.nearDistance.value=_.shadow.camera.near,m.farDistance.value=_.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function zA(i,e,t,n){let s={},r={};function o(_,b){let x=b.program;n.uniformBlockBinding(_,x,s[_.id])}function a(_,b){let x=s[_.id];x===void 0&&(p(_),x=c(_),s[_.id]=x,_.addEventListener("dispose",m));let T=b.program;n.updateUBOMapping(_,T);let M=e.render.frame;r[_.id]!==M&&(l(_),r[_.id]=M)}function c(_){let b=i.createBuffer(),x=_.__size,T=_.usage;return i.bindBuffer(i.UNIFORM_BUFFER,b),i.bufferData(i.UNIFORM_BUFFER,x,T),i.bindBuffer(i.UNIFORM_BUFFER,null),b}function l(_){let b=s[_.id],x=_.uniforms,T=_.__cache;i.bindBuffer(i.UNIFORM_BUFFER,b);for(let M=0,v=x.length;M<v;M++){let w=x[M];if(Array.isArray(w))for(let D=0,L=w.length;D<L;D++)h(w[D],M,D,T);else h(w,M,0,T)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function h(_,b,x,T){if(u(_,b,x,T)===!0){let M=_.__offset,v=_.value;if(Array.isArray(v)){let w=0;for(let D=0;D<v.length;D++){let L=v[D],R=y(L,!0);f(L,_.__data,w),w+=R.storage/Float32Array.BYTES_PER_ELEMENT}}else f(v,_.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,M,_.__data)}}function f(_,b,x){typeof _=="number"||typeof _=="boolean"?b[x]=_:_.isMatrix3?(b[x]=_.elements[0],b[x+1]=_.elements[1],b[x+2]=_.elements[2],b[x+3]=0,b[x+4]=_.elements[3],b[x+5]=_.elements[4],b[x+6]=_.elements[5],b[x+7]=0,b[x+8]=_.elements[6],b[x+9]=_.elements[7],b[x+10]=_.elements[8],b[x+11]=0):ArrayBuffer.isView(_)?b.set(_.subarray(0,b.length-x),x):_.toArray(b,x)}function u(_,b,x,T){let M=_.value,v=b+"_"+x;if(Array.isArray(M)){T[v]===void 0&&(T[v]=[]);let w=T[v],D=!1;for(let L=0;L<M.length;L++)d(M[L],w,L)===!0&&(D=!0);return D}return d(M,T,v)}function d(_,b,x){if(b[x]===void 0)return typeof _=="number"||typeof _=="boolean"?b[x]=_:ArrayBuffer.isView(_)?b[x]=_.slice():b[x]=_.clone(),!0;{let T=b[x];if(typeof _=="number"||typeof _=="boolean"){if(T!==_)return b[x]=_,!0}else{if(ArrayBuffer.isView(_))return!0;if(T.equals(_)===!1)return T.copy(_),!0}}return!1}function p(_){let b=_.uniforms,x=0,T=16;for(let v=0,w=b.length;v<w;v++){let D=Array.isArray(b[v])?b[v]:[b[v]];for(let L=0,R=D.length;L<R;L++){let H=D[L],B=Array.isArray(H.value)?H.value:[H.value],P=Array.isArray(b[v])||Array.isArray(H.value),k=x;for(let V=0,se=B.length;V<se;V++){let I=B[V],G=y(I,P),X=x%T,Q=X%G.boundary,K=X+Q;x+=Q,K!==0&&T-K<G.storage&&(x+=T-K),V===0&&(k=x),x+=G.storage}let O=H.type==="int"?Int32Array:H.type==="uint"?Uint32Array:Float32Array;H.__data=new O((x-k)/Float32Array.BYTES_PER_ELEMENT),H.__offset=k}}let M=x%T;return M>0&&(x+=T-M),_.__size=x,_.__cache={},this}function y(_,b){let x={boundary:0,storage:0};return typeof _=="number"||typeof _=="boolean"?(x.boundary=4,x.storage=4):_.isVector2?(x.boundary=8,x.storage=8):_.isVector3||_.isColor?(x.boundary=16,x.storage=12):_.isVector4?(x.boundary=16,x.storage=16):_.isMatrix3?(x.boundary=16,x.storage=48):_.isMatrix4?(x.boundary=16,x.storage=64):_.isTexture?je("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(_)?(x.boundary=16,x.storage=_.byteLength):je("WebGLRenderer: Unsupported uniform value type.",_),b===!0&&(x.boundary=16,x.storage=Math.ceil(x.storage/16)*16),x}function m(_){let b=_.target;b.removeEventListener("dispose",m),i.deleteBuffer(s[b.id]),delete s[b.id],delete r[b.id]}function g(){for(let _ in s)i.deleteBuffer(s[_]);s={},r={}}return{bind:o,update:a,dispose:g}}var GA=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),Ms=null;function HA(){return Ms===null&&(Ms=new dr(GA,16,16,br,es),Ms.name="DFG_LUT",Ms.minFilter=Dn,Ms.magFilter=Dn,Ms.wrapS=si,Ms.wrapT=si,Ms.generateMipmaps=!1,Ms.needsUpdate=!0),Ms}var Au=class{constructor(e={}){let{canvas:t=By(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:c=!0,preserveDrawingBuffer:l=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:f=!1,reversedDepthBuffer:u=!1,outputBufferType:d=fi}=e;this.isWebGLRenderer=!0;let p;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");p=n.getContextAttributes().alpha}else p=o;let y=d,m=new Set([Xh,$h,Wh]),g=new Set([fi,Qi,ga,Yr,Gh,Hh]),_=new Uint32Array(4),b=new Int32Array(4),x={textures:[],min:[],max:[],resolution:[]},T=null,M=null,v=[],w=[],D=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=bs,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let L=this,R=!1,H=null,B=null,P=null,k=null;this._outputColorSpace=Ot;let O=0,V=0,se=null,I=-1,G=null,X=new Bt,Q=new Bt,K=null,U=new Xe(0),W=0,j=t.width,ee=t.height,ae=1,ve=null,ze=null,De=new Bt(0,0,j,ee),st=new Bt(0,0,j,ee),rt=!1,Ye=new mr,Pt=new Sh,St=!1,Wt=!1,Mt=new Oe,fn=new Y,vt=new Bt,bn={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},sn=!1;function dn(){return se===null?ae:1}let q=n;function Pe(C,Z){return t.getContext(C,Z)}let Ke,ct,Ee,Gt,$e,Je,N,E,te,ge,de,be,Se,ce,ue,_e,$,fe,he,Te,xe,we,qe;try{let C={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:c,preserveDrawingBuffer:l,powerPreference:h,failIfMajorPerformanceCaveat:f};if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"187"}`),t.addEventListener("webglcontextlost",Ge,!1),t.addEventListener("webglcontextrestored",it,!1),t.addEventListener("webglcontextcreationerror",Re,!1),q===null){let Z="webgl2";if(q=Pe(Z,C),q===null)throw Pe(Z)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}nt()}catch(C){throw t.removeEventListener("webglcontextlost",Ge,!1),t.removeEventListener("webglcontextrestored",it,!1),t.removeEventListener("webglcontextcreationerror",Re,!1),Qe("WebGLRenderer: "+C.message),C}function nt(){Ke=new QE(q),Ke.init(),xe=new UA(q,Ke),ct=new HE(q,Ke,e,xe),Ee=new NA(q,Ke),ct.reversedDepthBuffer&&u&&Ee.buffers.depth.setReversed(!0),B=q.createFramebuffer(),P=q.createFramebuffer(),k=q.createFramebuffer(),Gt=new nT(q),$e=new xA,Je=new DA(q,Ke,Ee,$e,ct,xe,Gt),N=new KE(L),E=new sM(q),we=new zE(q,E),te=new eT(q,E,Gt,we),ge=new sT(q,te,E,we,Gt),fe=new iT(q,ct,Je),ue=new VE($e),de=new _A(L,N,Ke,ct,we,ue),be=new kA(L,$e),Se=new bA,ce=new AA(Ke),$=new kE(L,N,Ee,ge,p,c),_e=new LA(L,ge,ct),qe=new zA(q,Gt,ct,Ee),he=new GE(q,Ke,Gt),Te=new tT(q,Ke,Gt),Gt.programs=de.programs,L.capabilities=ct,L.extensions=Ke,L.properties=$e,L.renderLists=Se,L.shadowMap=_e,L.state=Ee,L.info=Gt}y!==fi&&(D=new oT(y,t.width,t.height,a,s,r));let me=new bp(L,q);this.xr=me,this.getContext=function(){return q},this.getContextAttributes=function(){return q.getContextAttributes()},this.forceContextLoss=function(){let C=Ke.get("WEBGL_lose_context");C&&C.loseContext()},this.forceContextRestore=function(){let C=Ke.get("WEBGL_lose_context");C&&C.restoreContext()},this.getPixelRatio=function(){return ae},this.setPixelRatio=function(C){C!==void 0&&(ae=C,this.setSize(j,ee,!1))},this.getSize=function(C){return C.set(j,ee)},this.setSize=function(C,Z,le=!0){if(me.isPresenting){je("WebGLRenderer: Can't change size while VR device is presenting.");return}j=C,ee=Z,t.width=Math.floor(C*ae),t.height=Math.floor(Z*ae),le===!0&&(t.style.width=C+"px",t.style.height=Z+"px"),D!==null&&D.setSize(t.width,t.height),this.setViewport(0,0,C,Z)},this.getDrawingBufferSize=function(C){return C.set(j*ae,ee*ae).floor()},this.setDrawingBufferSize=function(C,Z,le){j=C,ee=Z,ae=le,t.width=Math.floor(C*le),t.height=Math.floor(Z*le),this.setViewport(0,0,C,Z)},this.setEffects=function(C){if(y===fi){Qe("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(C){for(let Z=0;Z<C.length;Z++)if(C[Z].isOutputPass===!0){je("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}D.setEffects(C||[])},this.getCurrentViewport=function(C){return C.copy(X)},this.getViewport=function(C){return C.copy(De)},this.setViewport=function(C,Z,le,ne){C.isVector4?De.set(C.x,C.y,C.z,C.w):De.set(C,Z,le,ne),Ee.viewport(X.copy(De).multiplyScalar(dn()).round())},this.getScissor=function(C){return C.copy(st)},this.setScissor=function(C,Z,le,ne){C.isVector4?st.set(C.x,C.y,C.z,C.w):st.set(C,Z,le,ne),Ee.scissor(Q.copy(st).multiplyScalar(dn()).round())},this.getScissorTest=function(){return rt},this.setScissorTest=function(C){Ee.setScissorTest(rt=C)},this.setOpaqueSort=function(C){ve=C},this.setTransparentSort=function(C){ze=C},this.getClearColor=function(C){return C.copy($.getClearColor())},this.setClearColor=function(){$.setClearColor(...arguments)},this.getClearAlpha=function(){return $.getClearAlpha()},this.setClearAlpha=function(){$.setClearAlpha(...arguments)},this.clear=function(C=!0,Z=!0,le=!0){let ne=0;if(C){let ie=!1;if(se!==null){let Ae=se.texture.format;ie=m.has(Ae)}if(ie){let Ae=se.texture.type,Ie=g.has(Ae),Ce=$.getClearColor(),Le=$.getClearAlpha(),Ve=Ce.r,ot=Ce.g,pt=Ce.b;Ie?(_[0]=Ve,_[1]=ot,_[2]=pt,_[3]=Le,q.clearBufferuiv(q.COLOR,0,_)):(b[0]=Ve,b[1]=ot,b[2]=pt,b[3]=Le,q.clearBufferiv(q.COLOR,0,b))}else ne|=q.COLOR_BUFFER_BIT}Z&&(ne|=q.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),le&&(ne|=q.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),ne!==0&&q.clear(ne)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(C){C.setRenderer(this),H=C},this.dispose=function(){t.removeEventListener("webglcontextlost",Ge,!1),t.removeEventListener("webglcontextrestored",it,!1),t.removeEventListener("webglcontextcreationerror",Re,!1),$.dispose(),Se.dispose(),ce.dispose(),Je.dispose(),$e.dispose(),N.dispose(),ge.dispose(),te.dispose(),we.dispose(),qe.dispose(),de.dispose(),me.dispose(),me.removeEventListener("sessionstart",Kl),me.removeEventListener("sessionend",ns),Cs.stop()};function Ge(C){C.preventDefault(),ol("WebGLRenderer: Context Lost."),R=!0}function it(){ol("WebGLRenderer: Context Restored."),R=!1;let C=Gt.autoReset,Z=_e.enabled,le=_e.autoUpdate,ne=_e.needsUpdate,ie=_e.type;nt(),Gt.autoReset=C,_e.enabled=Z,_e.autoUpdate=le,_e.needsUpdate=ne,_e.type=ie}function Re(C){Qe("WebGLRenderer: A WebGL context could not be created. Reason: ",C.statusMessage)}function ht(C){let Z=C.target;Z.removeEventListener("dispose",ht),Xt(Z)}function Xt(C){jn(C),$e.remove(C)}function jn(C){let Z=$e.get(C).programs;Z!==void 0&&(Z.forEach(function(le){de.releaseProgram(le)}),C.isShaderMaterial&&de.releaseShaderCache(C))}this.renderBufferDirect=function(C,Z,le,ne,ie,Ae){Z===null&&(Z=bn);let Ie=ie.isMesh&&ie.matrixWorld.determinantAffine()<0,Ce=Sa(C,Z,le,ne,ie);Ee.setMaterial(ne,Ie);let Le=le.index,Ve=1;if(ne.wireframe===!0){if(Le=te.getWireframeAttribute(le),Le===void 0)return;Ve=2}let ot=le.drawRange,pt=le.attributes.position,He=ot.start*Ve,mt=(ot.start+ot.count)*Ve;Ae!==null&&(He=Math.max(He,Ae.start*Ve),mt=Math.min(mt,(Ae.start+Ae.count)*Ve)),Le!==null?(He=Math.max(He,0),mt=Math.min(mt,Le.count)):pt!=null&&(He=Math.max(He,0),mt=Math.min(mt,pt.count));let en=mt-He;if(en<0||en===1/0)return;we.setup(ie,ne,Ce,le,Le);let Dt,Ut=he;if(Le!==null&&(Dt=E.get(Le),Ut=Te,Ut.setIndex(Dt)),ie.isMesh)ne.wireframe===!0?(Ee.setLineWidth(ne.wireframeLinewidth*dn()),Ut.setMode(q.LINES)):Ut.setMode(q.TRIANGLES);else if(ie.isLine){let Sn=ne.linewidth;Sn===void 0&&(Sn=1),Ee.setLineWidth(Sn*dn()),ie.isLineSegments?Ut.setMode(q.LINES):ie.isLineLoop?Ut.setMode(q.LINE_LOOP):Ut.setMode(q.LINE_STRIP)}else ie.isPoints?Ut.setMode(q.POINTS):ie.isSprite&&Ut.setMode(q.TRIANGLES);if(ie.isBatchedMesh)if(Ke.get("WEBGL_multi_draw"))Ut.renderMultiDraw(ie._multiDrawStarts,ie._multiDrawCounts,ie._multiDrawCount);else{let Sn=ie._multiDrawStarts,Be=ie._multiDrawCounts,pn=ie._multiDrawCount,_t=Le?E.get(Le).bytesPerElement:1,Ps=$e.get(ne).currentProgram.getUniforms();for(let mn=0;mn<pn;mn++)Ps.setValue(q,"_gl_DrawID",mn),Ut.render(Sn[mn]/_t,Be[mn])}else if(ie.isInstancedMesh)Ut.renderInstances(He,en,ie.count);else if(le.isInstancedBufferGeometry){let Sn=le._maxInstanceCount!==void 0?le._maxInstanceCount:1/0,Be=Math.min(le.instanceCount,Sn);Ut.renderInstances(He,en,Be)}else Ut.render(He,en)};function xa(C,Z,le,ne){H!==null&&C.isNodeMaterial&&H.setObject(ne,C),St===!0&&ue.setState(C,le,!1),C.transparent===!0&&C.side===qn&&C.forceSinglePass===!1?(C.side=ai,C.needsUpdate=!0,is(C,Z,ne),C.side=vs,C.needsUpdate=!0,is(C,Z,ne),C.side=qn):is(C,Z,ne)}this.compile=function(C,Z,le=null){le===null&&(le=C),H!==null&&H.renderStart(C,Z,le),M=ce.get(le),M.init(Z),w.push(M),le.traverseVisible(function(ie){ie.isLight&&ie.layers.test(Z.layers)&&(M.pushLight(ie),ie.castShadow&&M.pushShadow(ie))}),C!==le&&C.traverseVisible(function(ie){ie.isLight&&ie.layers.test(Z.layers)&&(M.pushLight(ie),ie.castShadow&&M.pushShadow(ie))}),M.setupLights(),H!==null&&H.updateLights(M.state.lightsArray),Wt=this.localClippingEnabled,St=ue.init(this.clippingPlanes,Wt),St===!0&&ue.setGlobalState(this.clippingPlanes,Z),H!==null&&_e.render(M.state.shadowsArray,le,Z);let ne=new Set;return C.traverse(function(ie){if(!(ie.isMesh||ie.isPoints||ie.isLine||ie.isSprite))return;let Ae=ie.material;if(Ae)if(Array.isArray(Ae))for(let Ie=0;Ie<Ae.length;Ie++){let Ce=Ae[Ie];xa(Ce,le,Z,ie),ne.add(Ce)}else xa(Ae,le,Z,ie),ne.add(Ae)}),M=w.pop(),H!==null&&H.renderEnd(),ne},this.compileAsync=function(C,Z,le=null){let ne=this.compile(C,Z,le);return new Promise(ie=>{function Ae(){if(ne.forEach(function(Ie){let Le=$e.get(Ie).currentProgram;(Le===void 0||Le.isReady())&&ne.delete(Ie)}),ne.size===0){ie(C);return}setTimeout(Ae,10)}Ke.get("KHR_parallel_shader_compile")!==null?Ae():setTimeout(Ae,10)})};let eo=null;function Zu(C){eo&&eo(C)}function Kl(){Cs.stop()}function ns(){Cs.start()}let Cs=new __;Cs.setAnimationLoop(Zu),typeof self<"u"&&Cs.setContext(self),this.setAnimationLoop=function(C){eo=C,me.setAnimationLoop(C),C===null?Cs.stop():Cs.start()},me.addEventListener("sessionstart",Kl),me.addEventListener("sessionend",ns),this.render=function(C,Z){if(Z!==void 0&&Z.isCamera!==!0){Qe("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(R===!0)return;H!==null&&H.renderStart(C,Z);let le=me.enabled===!0&&me.isPresenting===!0,ne=D!==null&&(se===null||le)&&D.begin(L,se);if(C.matrixWorldAutoUpdate===!0&&C.updateMatrixWorld(),Z.parent===null&&Z.matrixWorldAutoUpdate===!0&&Z.updateMatrixWorld(),me.enabled===!0&&me.isPresenting===!0&&(D===null||D.isCompositing()===!1)&&(me.cameraAutoUpdate===!0&&me.updateCamera(Z),Z=me.getCamera()),C.isScene===!0&&C.onBeforeRender(L,C,Z,se),M=ce.get(C,w.length),M.init(Z),M.state.textureUnits=Je.getTextureUnits(),w.push(M),Mt.multiplyMatrices(Z.projectionMatrix,Z.matrixWorldInverse),Z.isArrayCamera?Pt.setFromArrayCamera(Z):Ye.setFromProjectionMatrix(Mt,Ni,Z.reversedDepth),Wt=this.localClippingEnabled,St=ue.init(this.clippingPlanes,Wt),T=Se.get(C,v.length),T.init(),v.push(T),this.info.render.frame++,me.enabled===!0&&me.isPresenting===!0){let Ie=L.xr.getDepthSensingMesh();Ie!==null&&Rs(Ie,Z,-1/0,L.sortObjects)}Rs(C,Z,0,L.sortObjects),T.finish(),H!==null&&H.updateLights(M.state.lightsArray),L.sortObjects===!0&&T.sort(ve,ze),sn=me.enabled===!1||me.isPresenting===!1||me.hasDepthSensing()===!1,sn&&$.addToRenderList(T,C),this.info.autoReset===!0&&this.info.reset(),St===!0&&ue.beginShadows();let ie=M.state.shadowsArray;if(_e.render(ie,C,Z),St===!0&&ue.endShadows(),(ne&&D.hasRenderPass())===!1){let Ie=T.opaque,Ce=T.transmissive;if(M.setupLights(),Z.isArrayCamera){let Le=Z.cameras;if(Ce.length>0)for(let Ve=0,ot=Le.length;Ve<ot;Ve++){let pt=Le[Ve];zi(Ie,Ce,C,pt)}sn&&$.render(C);for(let Ve=0,ot=Le.length;Ve<ot;Ve++){let pt=Le[Ve];va(T,C,pt,pt.viewport)}}else Ce.length>0&&zi(Ie,Ce,C,Z),sn&&$.render(C),va(T,C,Z)}se!==null&&V===0&&(Je.updateMultisampleRenderTarget(se),Je.updateRenderTargetMipmap(se)),ne&&D.end(L),C.isScene===!0&&C.onAfterRender(L,C,Z),we.resetDefaultState(),I=-1,G=null,w.pop(),w.length>0?(M=w[w.length-1],Je.setTextureUnits(M.state.textureUnits),St===!0&&ue.setGlobalState(L.clippingPlanes,M.state.camera)):M=null,v.pop(),v.length>0?T=v[v.length-1]:T=null,H!==null&&H.renderEnd()};function Rs(C,Z,le,ne){if(C.visible===!1)return;if(C.layers.test(Z.layers)){if(C.isGroup)le=C.renderOrder;else if(C.isLOD)C.autoUpdate===!0&&C.update(Z);else if(C.isLight)M.pushLight(C),C.castShadow&&M.pushShadow(C);else if(C.isSprite){let Ie=Z.isArrayCamera?Pt:Ye;if(!C.frustumCulled||C.intersectsFrustum(Ie)){ne&&vt.setFromMatrixPosition(C.matrixWorld).applyMatrix4(Mt);let Ce=ge.update(C),Le=C.material;Le.visible&&T.push(C,Ce,Le,le,vt.z,null,Z)}}else if(C.isMesh||C.isLine||C.isPoints){let Ie=Z.isArrayCamera?Pt:Ye;if(!C.frustumCulled||C.intersectsFrustum(Ie)){let Ce=ge.update(C),Le=C.material;if(ne&&(C.boundingSphere!==void 0?(C.boundingSphere===null&&C.computeBoundingSphere(),vt.copy(C.boundingSphere.center)):(Ce.boundingSphere===null&&Ce.computeBoundingSphere(),vt.copy(Ce.boundingSphere.center)),vt.applyMatrix4(C.matrixWorld).applyMatrix4(Mt)),Array.isArray(Le)){let Ve=Ce.groups;for(let ot=0,pt=Ve.length;ot<pt;ot++){let He=Ve[ot],mt=Le[He.materialIndex];mt&&mt.visible&&T.push(C,Ce,mt,le,vt.z,He,Z)}}else Le.visible&&T.push(C,Ce,Le,le,vt.z,null,Z)}}}let Ae=C.children;for(let Ie=0,Ce=Ae.length;Ie<Ce;Ie++)Rs(Ae[Ie],Z,le,ne)}function va(C,Z,le,ne){let{opaque:ie,transmissive:Ae,transparent:Ie}=C;M.setupLightsView(le),St===!0&&ue.setGlobalState(L.clippingPlanes,le),ne&&Ee.viewport(X.copy(ne)),ie.length>0&&rn(ie,Z,le),Ae.length>0&&rn(Ae,Z,le),Ie.length>0&&rn(Ie,Z,le),Ee.buffers.depth.setTest(!0),Ee.buffers.depth.setMask(!0),Ee.buffers.color.setMask(!0),Ee.setPolygonOffset(!1)}function zi(C,Z,le,ne){if((le.isScene===!0?le.overrideMaterial:null)!==null)return;if(M.state.transmissionRenderTarget[ne.id]===void 0){let He=Ke.has("EXT_color_buffer_half_float")||Ke.has("EXT_color_buffer_float");M.state.transmissionRenderTarget[ne.id]=new Ti(1,1,{generateMipmaps:!0,type:He?es:fi,minFilter:Oi,samples:Math.max(4,ct.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:ut.workingColorSpace})}let Ae=M.state.transmissionRenderTarget[ne.id],Ie=ne.viewport||X;Ae.setSize(Ie.z*L.transmissionResolutionScale,Ie.w*L.transmissionResolutionScale);let Ce=L.getRenderTarget(),Le=L.getActiveCubeFace(),Ve=L.getActiveMipmapLevel();L.setRenderTarget(Ae),L.getClearColor(U),W=L.getClearAlpha(),W<1&&L.setClearColor(16777215,.5),L.clear(),sn&&$.render(le);let ot=L.toneMapping;L.toneMapping=bs;let pt=ne.viewport;if(ne.viewport!==void 0&&(ne.viewport=void 0),M.setupLightsView(ne),St===!0&&ue.setGlobalState(L.clippingPlanes,ne),rn(C,le,ne),Je.updateMultisampleRenderTarget(Ae),Je.updateRenderTargetMipmap(Ae),Ke.has("WEBGL_multisampled_render_to_texture")===!1){let He=!1;for(let mt=0,en=Z.length;mt<en;mt++){let Dt=Z[mt],{object:Ut,geometry:Sn,material:Be,group:pn}=Dt;if(Be.side===qn&&Ut.layers.test(ne.layers)){let _t=Be.side;Be.side=ai,Be.needsUpdate=!0,hn(Ut,le,ne,Sn,Be,pn),Be.side=_t,Be.needsUpdate=!0,He=!0}}He===!0&&(Je.updateMultisampleRenderTarget(Ae),Je.updateRenderTargetMipmap(Ae))}L.setRenderTarget(Ce,Le,Ve),L.setClearColor(U,W),pt!==void 0&&(ne.viewport=pt),L.toneMapping=ot}function rn(C,Z,le){let ne=Z.isScene===!0?Z.overrideMaterial:null;for(let ie=0,Ae=C.length;ie<Ae;ie++){let Ie=C[ie],{object:Ce,geometry:Le,group:Ve}=Ie,ot=Ie.material;ot.allowOverride===!0&&ne!==null&&(ot=ne),Ce.layers.test(le.layers)&&hn(Ce,Z,le,Le,ot,Ve)}}function hn(C,Z,le,ne,ie,Ae){H!==null&&ie.isNodeMaterial&&H.setObject(C,ie),C.onBeforeRender(L,Z,le,ne,ie,Ae),C.modelViewMatrix.multiplyMatrices(le.matrixWorldInverse,C.matrixWorld),C.normalMatrix.getNormalMatrix(C.modelViewMatrix),ie.onBeforeRender(L,Z,le,ne,C,Ae),ie.transparent===!0&&ie.side===qn&&ie.forceSinglePass===!1?(ie.side=ai,ie.needsUpdate=!0,L.renderBufferDirect(le,Z,ne,ie,C,Ae),ie.side=vs,ie.needsUpdate=!0,L.renderBufferDirect(le,Z,ne,ie,C,Ae),ie.side=qn):L.renderBufferDirect(le,Z,ne,ie,C,Ae),C.onAfterRender(L,Z,le,ne,ie,Ae)}function un(C){let Z=0;for(let le of C)le.texture!==null&&Z++;return Z}function is(C,Z,le){Z.isScene!==!0&&(Z=bn);let ne=$e.get(C),ie=M.state.lights,Ae=M.state.shadowsArray,Ie=ie.state.version,Ce=de.getParameters(C,ie.state,Ae,Z,le,M.state.lightProbeGridArray),Le=de.getProgramCacheKey(Ce),Ve=ne.programs;ne.environment=C.isMeshStandardMaterial||C.isMeshLambertMaterial||C.isMeshPhongMaterial?Z.environment:null,ne.fog=Z.fog;let ot=C.isMeshStandardMaterial||C.isMeshLambertMaterial&&!C.envMap||C.isMeshPhongMaterial&&!C.envMap;ne.envMap=N.get(C.envMap||ne.environment,ot),ne.envMapRotation=ne.environment!==null&&C.envMap===null?Z.environmentRotation:C.envMapRotation,Ve===void 0&&(C.addEventListener("dispose",ht),Ve=new Map,ne.programs=Ve,ne.programVariants=new Map);let pt=Ve.get(Le);if(pt!==void 0){if(ne.currentProgram===pt&&ne.lightsStateVersion===Ie)return ba(C,Ce),pt}else Ce.uniforms=de.getUniforms(C),H!==null&&C.isNodeMaterial&&H.build(C,le,Ce),C.onBeforeCompile(Ce,L),pt=de.acquireProgram(Ce,Le),Ve.set(Le,pt),ne.uniforms=Ce.uniforms;let He=ne.uniforms;return(!C.isShaderMaterial&&!C.isRawShaderMaterial||C.clipping===!0)&&(He.clippingPlanes=ue.uniform),ba(C,Ce),ne.needsLights=Qs(C),ne.lightsStateVersion=Ie,ne.needsLights&&(He.ambientLightColor.value=ie.state.ambient,He.lightProbe.value=ie.state.probe,He.sunLights.value=ie.state.sun,He.sunLightShadows.value=ie.state.sunShadow,He.directionalLights.value=ie.state.directional,He.directionalLightShadows.value=ie.state.directionalShadow,He.spotLights.value=ie.state.spot,He.spotLightShadows.value=ie.state.spotShadow,He.rectAreaLights.value=ie.state.rectArea,He.ltc_1.value=ie.state.rectAreaLTC1,He.ltc_2.value=ie.state.rectAreaLTC2,He.pointLights.value=ie.state.point,He.pointLightShadows.value=ie.state.pointShadow,He.hemisphereLights.value=ie.state.hemi,He.sunShadowMatrix.value=ie.state.sunShadowMatrix,He.sunShadowCascade.value=ie.state.sunShadowCascade,He.directionalShadowMatrix.value=ie.state.directionalShadowMatrix,He.spotLightMatrix.value=ie.state.spotLightMatrix,He.spotLightMap.value=ie.state.spotLightMap,He.pointShadowMatrix.value=ie.state.pointShadowMatrix),ne.numLightProbeGrids=un(M.state.lightProbeGridArray),ne.currentProgram=pt,ne.uniformsList=null,pt}function mi(C,Z,le,ne,ie){let Ae=$e.get(C),Ie=Ae.currentProgram.id+","+ne+","+ie,Ce=Ae.programVariants.get(Ie);return Ce===void 0?(Ce=is(C,Z,le),Ae.programVariants.set(Ie,Ce)):(Ae.currentProgram=Ce,Ae.uniformsList=null,Ae.outputColorSpace=ne,Ae.toneMapping=ie),Ce}function Ks(C){if(C.uniformsList===null){let Z=C.currentProgram.getUniforms();C.uniformsList=ya.seqWithValue(Z.seq,C.uniforms)}return C.uniformsList}function ba(C,Z){let le=$e.get(C);le.outputColorSpace=Z.outputColorSpace,le.batching=Z.batching,le.batchingColor=Z.batchingColor,le.instancing=Z.instancing,le.instancingColor=Z.instancingColor,le.instancingMorph=Z.instancingMorph,le.skinning=Z.skinning,le.morphTargets=Z.morphTargets,le.morphNormals=Z.morphNormals,le.morphColors=Z.morphColors,le.morphTargetsCount=Z.morphTargetsCount,le.numClippingPlanes=Z.numClippingPlanes,le.numIntersection=Z.numClipIntersection,le.vertexAlphas=Z.vertexAlphas,le.vertexTangents=Z.vertexTangents,le.toneMapping=Z.toneMapping}function Sa(C,Z,le,ne,ie){Z.isScene!==!0&&(Z=bn),Je.resetTextureUnits();let Ae=Z.fog,Ie=ne.isMeshStandardMaterial||ne.isMeshLambertMaterial||ne.isMeshPhongMaterial?Z.environment:null,Ce=se===null?L.outputColorSpace:se.isXRRenderTarget===!0?se.texture.colorSpace:ut.workingColorSpace,Le=ne.isMeshStandardMaterial||ne.isMeshLambertMaterial&&!ne.envMap||ne.isMeshPhongMaterial&&!ne.envMap,Ve=N.get(ne.envMap||Ie,Le),ot=ne.vertexColors===!0&&!!le.attributes.color&&le.attributes.color.itemSize===4,pt=!!le.attributes.tangent&&(!!ne.normalMap||ne.anisotropy>0),He=!!le.morphAttributes.position,mt=!!le.morphAttributes.normal,en=!!le.morphAttributes.color,Dt=bs;ne.toneMapped&&(se===null||se.isXRRenderTarget===!0)&&(Dt=L.toneMapping);let Ut=le.morphAttributes.position||le.morphAttributes.normal||le.morphAttributes.color,Sn=Ut!==void 0?Ut.length:0,Be=$e.get(ne),pn=M.state.lights;if(St===!0&&(Wt===!0||C!==G)){let Ft=C===G&&ne.id===I;ue.setState(ne,C,Ft)}let _t=!1,Ps=!1;ne.version===Be.__version?Be.needsLights&&Be.lightsStateVersion!==pn.state.version||ie.isBatchedMesh&&Be.batching===!1||!ie.isBatchedMesh&&Be.batching===!0||ie.isBatchedMesh&&Be.batchingColor===!0&&ie._colorsTexture===null||ie.isBatchedMesh&&Be.batchingColor===!1&&ie._colorsTexture!==null||ie.isInstancedMesh&&Be.instancing===!1||!ie.isInstancedMesh&&Be.instancing===!0||ie.isSkinnedMesh&&Be.skinning===!1||!ie.isSkinnedMesh&&Be.skinning===!0||ie.isInstancedMesh&&Be.instancingColor===!0&&ie.instanceColor===null||ie.isInstancedMesh&&Be.instancingColor===!1&&ie.instanceColor!==null||ie.isInstancedMesh&&Be.instancingMorph===!0&&ie.morphTexture===null||ie.isInstancedMesh&&Be.instancingMorph===!1&&ie.morphTexture!==null||Be.envMap!==Ve||ne.fog===!0&&Be.fog!==Ae||Be.numClippingPlanes!==void 0&&(Be.numClippingPlanes!==ue.numPlanes||Be.numIntersection!==ue.numIntersection)||Be.vertexAlphas!==ot||Be.vertexTangents!==pt||Be.morphTargets!==He||Be.morphNormals!==mt||Be.morphColors!==en||Be.morphTargetsCount!==Sn||Be.numLightProbeGrids!==un(M.state.lightProbeGridArray)?_t=!0:(Be.outputColorSpace!==Ce||Be.toneMapping!==Dt)&&(Ps=!0):(_t=!0,Be.__version=ne.version);let mn=Be.currentProgram;(_t===!0||Ps===!0)&&(mn=Ps===!0?mi(ne,Z,ie,Ce,Dt):is(ne,Z,ie),H&&ne.isNodeMaterial&&H.onUpdateProgram(ne,mn,Be));let io=!1,ss=!1,Is=!1,ft=mn.getUniforms(),on=Be.uniforms;if(Ee.useProgram(mn.program)&&(io=!0,ss=!0,Is=!0),ne.id!==I&&(I=ne.id,ss=!0),io||G!==C){Ee.buffers.depth.getReversed()&&C.reversedDepth!==!0&&(C._reversedDepth=!0,C.updateProjectionMatrix()),ft.setValue(q,"projectionMatrix",C.projectionMatrix),ft.setValue(q,"viewMatrix",C.matrixWorldInverse);let gn=ft.map.cameraPosition;gn!==void 0&&gn.setValue(q,fn.setFromMatrixPosition(C.matrixWorld)),ct.logarithmicDepthBuffer&&ft.setValue(q,"logDepthBufFC",2/(Math.log(C.far+1)/Math.LN2)),(ne.isMeshPhongMaterial||ne.isMeshToonMaterial||ne.isMeshLambertMaterial||ne.isMeshBasicMaterial||ne.isMeshStandardMaterial||ne.isShaderMaterial)&&ft.setValue(q,"isOrthographic",C.isOrthographicCamera===!0),G!==C&&(G=C,ss=!0,Is=!0)}if(Be.needsLights&&(pn.state.sunShadowMap.length>0&&ft.setValue(q,"sunShadowMap",pn.state.sunShadowMap,Je),pn.state.directionalShadowMap.length>0&&ft.setValue(q,"directionalShadowMap",pn.state.directionalShadowMap,Je),pn.state.spotShadowMap.length>0&&ft.setValue(q,"spotShadowMap",pn.state.spotShadowMap,Je),pn.state.pointShadowMap.length>0&&ft.setValue(q,"pointShadowMap",pn.state.pointShadowMap,Je)),ie.isSkinnedMesh){ft.setOptional(q,ie,"bindMatrix"),ft.setOptional(q,ie,"bindMatrixInverse");let Ft=ie.skeleton;Ft&&(Ft.boneTexture===null&&Ft.computeBoneTexture(),ft.setValue(q,"boneTexture",Ft.boneTexture,Je))}ie.isBatchedMesh&&(ft.setOptional(q,ie,"batchingTexture"),ft.setValue(q,"batchingTexture",ie._matricesTexture,Je),ft.setOptional(q,ie,"batchingIdTexture"),ft.setValue(q,"batchingIdTexture",ie._indirectTexture,Je),ft.setOptional(q,ie,"batchingColorTexture"),ie._colorsTexture!==null&&ft.setValue(q,"batchingColorTexture",ie._colorsTexture,Je));let Jn=le.morphAttributes;if((Jn.position!==void 0||Jn.normal!==void 0||Jn.color!==void 0)&&fe.update(ie,le,mn),(ss||Be.receiveShadow!==ie.receiveShadow)&&(Be.receiveShadow=ie.receiveShadow,ft.setValue(q,"receiveShadow",ie.receiveShadow)),(ne.isMeshStandardMaterial||ne.isMeshLambertMaterial||ne.isMeshPhongMaterial)&&ne.envMap===null&&Z.environment!==null&&(on.envMapIntensity.value=Z.environmentIntensity),on.dfgLUT!==void 0&&(on.dfgLUT.value=HA()),ss){if(ft.setValue(q,"toneMappingExposure",L.toneMappingExposure),Be.needsLights&&to(on,Is),Ae&&ne.fog===!0&&be.refreshFogUniforms(on,Ae),be.refreshMaterialUniforms(on,ne,ae,ee,M.state.transmissionRenderTarget[C.id]),Be.needsLights&&Be.numLightProbeGrids>0){let Ft=x,gn=0;for(let Bn of M.state.lightProbeGridArray)Bn.texture!==null&&(Ft.textures[gn]=Bn.texture,Ft.min[gn]=Bn.boundingBox.min,Ft.max[gn]=Bn.boundingBox.max,Ft.resolution[gn]=Bn.resolution,gn++);for(let Bn in Ft)Ft[Bn].length=gn;on.probesSH.value=Ft.textures,on.probesMin.value=Ft.min,on.probesMax.value=Ft.max,on.probesResolution.value=Ft.resolution}ya.upload(q,Ks(Be),on,Je)}if(ne.isShaderMaterial&&ne.uniformsNeedUpdate===!0&&(ya.upload(q,Ks(Be),on,Je),ne.uniformsNeedUpdate=!1),ne.isSpriteMaterial&&ft.setValue(q,"center",ie.center),ft.setValue(q,"modelViewMatrix",ie.modelViewMatrix),ft.setValue(q,"normalMatrix",ie.normalMatrix),ft.setValue(q,"modelMatrix",ie.matrixWorld),ne.uniformsGroups!==void 0){let Ft=ne.uniformsGroups;for(let gn=0,Bn=Ft.length;gn<Bn;gn++){let Ql=Ft[gn];qe.update(Ql,mn),qe.bind(Ql,mn)}}return mn}function to(C,Z){C.ambientLightColor.needsUpdate=Z,C.lightProbe.needsUpdate=Z,C.sunLights.needsUpdate=Z,C.sunLightShadows.needsUpdate=Z,C.directionalLights.needsUpdate=Z,C.directionalLightShadows.needsUpdate=Z,C.pointLights.needsUpdate=Z,C.pointLightShadows.needsUpdate=Z,C.spotLights.needsUpdate=Z,C.spotLightShadows.needsUpdate=Z,C.rectAreaLights.needsUpdate=Z,C.hemisphereLights.needsUpdate=Z}function Qs(C){return C.isMeshLambertMaterial||C.isMeshToonMaterial||C.isMeshPhongMaterial||C.isMeshStandardMaterial||C.isShadowMaterial||C.isShaderMaterial&&C.lights===!0}this.getActiveCubeFace=function(){return O},this.getActiveMipmapLevel=function(){return V},this.getRenderTarget=function(){return se},this.setRenderTargetTextures=function(C,Z,le){let ne=$e.get(C);ne.__autoAllocateDepthBuffer=C.resolveDepthBuffer===!1,ne.__autoAllocateDepthBuffer===!1&&(ne.__useRenderToTexture=!1),$e.get(C.texture).__webglTexture=Z,$e.get(C.depthTexture).__webglTexture=ne.__autoAllocateDepthBuffer?void 0:le,ne.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(C,Z){let le=$e.get(C);le.__webglFramebuffer=Z,le.__useDefaultFramebuffer=Z===void 0},this.setRenderTarget=function(C,Z=0,le=0){se=C,O=Z,V=le;let ne=null,ie=!1,Ae=!1;if(C){let Ce=$e.get(C);if(Ce.__useDefaultFramebuffer!==void 0){Ee.bindFramebuffer(q.FRAMEBUFFER,Ce.__webglFramebuffer),X.copy(C.viewport),Q.copy(C.scissor),K=C.scissorTest,Ee.viewport(X),Ee.scissor(Q),Ee.setScissorTest(K),I=-1;return}else if(Ce.__webglFramebuffer===void 0)Je.setupRenderTarget(C);else if(Ce.__hasExternalTextures)Je.rebindTextures(C,$e.get(C.texture).__webglTexture,$e.get(C.depthTexture).__webglTexture);else if(C.depthBuffer){let ot=C.depthTexture;if(Ce.__boundDepthTexture!==ot){if(ot!==null&&$e.has(ot)&&(C.width!==ot.image.width||C.height!==ot.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");Je.setupDepthRenderbuffer(C)}}let Le=C.texture;(Le.isData3DTexture||Le.isDataArrayTexture||Le.isCompressedArrayTexture)&&(Ae=!0);let Ve=$e.get(C).__webglFramebuffer;C.isWebGLCubeRenderTarget?(Array.isArray(Ve[Z])?ne=Ve[Z][le]:ne=Ve[Z],ie=!0):C.samples>0&&Je.useMultisampledRTT(C)===!1?ne=$e.get(C).__webglMultisampledFramebuffer:Array.isArray(Ve)?ne=Ve[le]:ne=Ve,X.copy(C.viewport),Q.copy(C.scissor),K=C.scissorTest}else X.copy(De).multiplyScalar(ae).floor(),Q.copy(st).multiplyScalar(ae).floor(),K=rt;if(le!==0&&(ne=B),Ee.bindFramebuffer(q.FRAMEBUFFER,ne)&&Ee.drawBuffers(C,ne),Ee.viewport(X),Ee.scissor(Q),Ee.setScissorTest(K),ie){let Ce=$e.get(C.texture);q.framebufferTexture2D(q.FRAMEBUFFER,q.COLOR_ATTACHMENT0,q.TEXTURE_CUBE_MAP_POSITIVE_X+Z,Ce.__webglTexture,le)}else if(Ae){let Ce=Z;for(let Le=0;Le<C.textures.length;Le++){let Ve=$e.get(C.textures[Le]);q.framebufferTextureLayer(q.FRAMEBUFFER,q.COLOR_ATTACHMENT0+Le,Ve.__webglTexture,le,Ce)}}else if(C!==null&&le!==0){let Ce=$e.get(C.texture);q.framebufferTexture2D(q.FRAMEBUFFER,q.COLOR_ATTACHMENT0,q.TEXTURE_2D,Ce.__webglTexture,le)}I=-1};function no(C){let Z=$e.get(C);return(Z.__readFormat!==C.format||Z.__readType!==C.type)&&(Z.__readFormat=C.format,Z.__readType=C.type,Z.__formatReadable=ct.textureFormatReadable(C.format),Z.__typeReadable=ct.textureTypeReadable(C.type)),Z}this.readRenderTargetPixels=function(C,Z,le,ne,ie,Ae,Ie,Ce=0){if(!(C&&C.isWebGLRenderTarget)){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Le=$e.get(C).__webglFramebuffer;if(C.isWebGLCubeRenderTarget&&Ie!==void 0&&(Le=Le[Ie],Array.isArray(Le)&&(Le=Le[0])),Le){Ee.bindFramebuffer(q.FRAMEBUFFER,Le);try{let Ve=C.textures[Ce],ot=Ve.format,pt=Ve.type;C.textures.length>1&&q.readBuffer(q.COLOR_ATTACHMENT0+Ce);let He=no(Ve);if(He.__formatReadable===!1){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(He.__typeReadable===!1){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}Z>=0&&Z<=C.width-ne&&le>=0&&le<=C.height-ie&&q.readPixels(Z,le,ne,ie,xe.convert(ot),xe.convert(pt),Ae)}finally{let Ve=se!==null?$e.get(se).__webglFramebuffer:null;Ee.bindFramebuffer(q.FRAMEBUFFER,Ve)}}},this.readRenderTargetPixelsAsync=async function(C,Z,le,ne,ie,Ae,Ie,Ce=0){if(!(C&&C.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Le=$e.get(C).__webglFramebuffer;if(C.isWebGLCubeRenderTarget&&Ie!==void 0&&(Le=Le[Ie],Array.isArray(Le)&&(Le=Le[0])),Le)if(Z>=0&&Z<=C.width-ne&&le>=0&&le<=C.height-ie){Ee.bindFramebuffer(q.FRAMEBUFFER,Le);let Ve=C.textures[Ce],ot=Ve.format,pt=Ve.type;C.textures.length>1&&q.readBuffer(q.COLOR_ATTACHMENT0+Ce);let He=no(Ve);if(He.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(He.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let mt=q.createBuffer();q.bindBuffer(q.PIXEL_PACK_BUFFER,mt),q.bufferData(q.PIXEL_PACK_BUFFER,Ae.byteLength,q.STREAM_READ),q.readPixels(Z,le,ne,ie,xe.convert(ot),xe.convert(pt),0),q.bindBuffer(q.PIXEL_PACK_BUFFER,null);let en=se!==null?$e.get(se).__webglFramebuffer:null;Ee.bindFramebuffer(q.FRAMEBUFFER,en);let Dt=q.fenceSync(q.SYNC_GPU_COMMANDS_COMPLETE,0);return q.flush(),await zy(q,Dt,4),q.bindBuffer(q.PIXEL_PACK_BUFFER,mt),q.getBufferSubData(q.PIXEL_PACK_BUFFER,0,Ae),q.bindBuffer(q.PIXEL_PACK_BUFFER,null),q.deleteBuffer(mt),q.deleteSync(Dt),Ae}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(C,Z=null,le=0){let ne=Math.pow(2,-le),ie=Math.floor(C.image.width*ne),Ae=Math.floor(C.image.height*ne),Ie=Z!==null?Z.x:0,Ce=Z!==null?Z.y:0;Je.setTexture2D(C,0),q.copyTexSubImage2D(q.TEXTURE_2D,le,0,0,Ie,Ce,ie,Ae),Ee.unbindTexture()},this.copyTextureToTexture=function(C,Z,le=null,ne=null,ie=0,Ae=0){let Ie,Ce,Le,Ve,ot,pt,He,mt,en,Dt=C.isCompressedTexture?C.mipmaps[Ae]:C.image;if(le!==null)Ie=le.max.x-le.min.x,Ce=le.max.y-le.min.y,Le=le.isBox3?le.max.z-le.min.z:1,Ve=le.min.x,ot=le.min.y,pt=le.isBox3?le.min.z:0;else{let ft=Math.pow(2,-ie);Ie=Math.floor(Dt.width*ft),Ce=Math.floor(Dt.height*ft),C.isDataArrayTexture?Le=Dt.depth:C.isData3DTexture?Le=Math.floor(Dt.depth*ft):Le=1,Ve=0,ot=0,pt=0}ne!==null?(He=ne.x,mt=ne.y,en=ne.z):(He=0,mt=0,en=0);let Ut=xe.convert(Z.format),Sn=xe.convert(Z.type),Be;Z.isData3DTexture?(Je.setTexture3D(Z,0),Be=q.TEXTURE_3D):Z.isDataArrayTexture||Z.isCompressedArrayTexture?(Je.setTexture2DArray(Z,0),Be=q.TEXTURE_2D_ARRAY):(Je.setTexture2D(Z,0),Be=q.TEXTURE_2D),Ee.activeTexture(q.TEXTURE0),Ee.pixelStorei(q.UNPACK_FLIP_Y_WEBGL,Z.flipY),Ee.pixelStorei(q.UNPACK_PREMULTIPLY_ALPHA_WEBGL,Z.premultiplyAlpha),Ee.pixelStorei(q.UNPACK_ALIGNMENT,Z.unpackAlignment);let pn=Ee.getParameter(q.UNPACK_ROW_LENGTH),_t=Ee.getParameter(q.UNPACK_IMAGE_HEIGHT),Ps=Ee.getParameter(q.UNPACK_SKIP_PIXELS),mn=Ee.getParameter(q.UNPACK_SKIP_ROWS),io=Ee.getParameter(q.UNPACK_SKIP_IMAGES);Ee.pixelStorei(q.UNPACK_ROW_LENGTH,Dt.width),Ee.pixelStorei(q.UNPACK_IMAGE_HEIGHT,Dt.height),Ee.pixelStorei(q.UNPACK_SKIP_PIXELS,Ve),Ee.pixelStorei(q.UNPACK_SKIP_ROWS,ot),Ee.pixelStorei(q.UNPACK_SKIP_IMAGES,pt);let ss=C.isDataArrayTexture||C.isData3DTexture,Is=Z.isDataArrayTexture||Z.isData3DTexture;if(C.isDepthTexture){let ft=$e.get(C),on=$e.get(Z),Jn=$e.get(ft.__renderTarget),Ft=$e.get(on.__renderTarget);Ee.bindFramebuffer(q.READ_FRAMEBUFFER,Jn.__webglFramebuffer),Ee.bindFramebuffer(q.DRAW_FRAMEBUFFER,Ft.__webglFramebuffer);for(let gn=0;gn<Le;gn++)ss&&(q.framebufferTextureLayer(q.READ_FRAMEBUFFER,q.COLOR_ATTACHMENT0,$e.get(C).__webglTexture,ie,pt+gn),q.framebufferTextureLayer(q.DRAW_FRAMEBUFFER,q.COLOR_ATTACHMENT0,$e.get(Z).__webglTexture,Ae,en+gn)),q.blitFramebuffer(Ve,ot,Ve+Ie,ot+Ce,He,mt,He+Ie,mt+Ce,q.DEPTH_BUFFER_BIT,q.NEAREST);Ee.bindFramebuffer(q.READ_FRAMEBUFFER,null),Ee.bindFramebuffer(q.DRAW_FRAMEBUFFER,null)}else if(ie!==0||C.isRenderTargetTexture||$e.has(C)){let ft=$e.get(C),on=$e.get(Z);Ee.bindFramebuffer(q.READ_FRAMEBUFFER,P),Ee.bindFramebuffer(q.DRAW_FRAMEBUFFER,k);for(let Jn=0;Jn<Le;Jn++)ss?q.framebufferTextureLayer(q.READ_FRAMEBUFFER,q.COLOR_ATTACHMENT0,ft.__webglTexture,ie,pt+Jn):q.framebufferTexture2D(q.READ_FRAMEBUFFER,q.COLOR_ATTACHMENT0,q.TEXTURE_2D,ft.__webglTexture,ie),Is?q.framebufferTextureLayer(q.DRAW_FRAMEBUFFER,q.COLOR_ATTACHMENT0,on.__webglTexture,Ae,en+Jn):q.framebufferTexture2D(q.DRAW_FRAMEBUFFER,q.COLOR_ATTACHMENT0,q.TEXTURE_2D,on.__webglTexture,Ae),ie!==0?q.blitFramebuffer(Ve,ot,Ve+Ie,ot+Ce,He,mt,He+Ie,mt+Ce,q.COLOR_BUFFER_BIT,q.NEAREST):Is?q.copyTexSubImage3D(Be,Ae,He,mt,en+Jn,Ve,ot,Ie,Ce):q.copyTexSubImage2D(Be,Ae,He,mt,Ve,ot,Ie,Ce);Ee.bindFramebuffer(q.READ_FRAMEBUFFER,null),Ee.bindFramebuffer(q.DRAW_FRAMEBUFFER,null)}else Is?C.isDataTexture||C.isData3DTexture?q.texSubImage3D(Be,Ae,He,mt,en,Ie,Ce,Le,Ut,Sn,Dt.data):Z.isCompressedArrayTexture?q.compressedTexSubImage3D(Be,Ae,He,mt,en,Ie,Ce,Le,Ut,Dt.data):q.texSubImage3D(Be,Ae,He,mt,en,Ie,Ce,Le,Ut,Sn,Dt):C.isDataTexture?q.texSubImage2D(q.TEXTURE_2D,Ae,He,mt,Ie,Ce,Ut,Sn,Dt.data):C.isCompressedTexture?q.compressedTexSubImage2D(q.TEXTURE_2D,Ae,He,mt,Dt.width,Dt.height,Ut,Dt.data):q.texSubImage2D(q.TEXTURE_2D,Ae,He,mt,Ie,Ce,Ut,Sn,Dt);Ee.pixelStorei(q.UNPACK_ROW_LENGTH,pn),Ee.pixelStorei(q.UNPACK_IMAGE_HEIGHT,_t),Ee.pixelStorei(q.UNPACK_SKIP_PIXELS,Ps),Ee.pixelStorei(q.UNPACK_SKIP_ROWS,mn),Ee.pixelStorei(q.UNPACK_SKIP_IMAGES,io),Ae===0&&Z.generateMipmaps===!0&&Z.mipmapsAutoUpdate===!0&&q.generateMipmap(Be),Ee.unbindTexture()},this.initRenderTarget=function(C){$e.get(C).__webglFramebuffer===void 0&&Je.setupRenderTarget(C)},this.initTexture=function(C){C.isCubeTexture?Je.setTextureCube(C,0):C.isData3DTexture?Je.setTexture3D(C,0):C.isDataArrayTexture||C.isCompressedArrayTexture?Je.setTexture2DArray(C,0):Je.setTexture2D(C,0),Ee.unbindTexture()},this.resetState=function(){O=0,V=0,se=null,Ee.reset(),we.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return Ni}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=ut._getDrawingBufferColorSpace(e),t.unpackColorSpace=ut._getUnpackColorSpace()}};var R_={type:"change"},Mp={type:"start"},I_={type:"end"},Pu=new ds,P_=new Ei,VA=Math.cos(70*li.DEG2RAD),An=new Y,di=2*Math.PI,Rt={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},Sp=1e-6,Iu=class extends Dl{constructor(e,t=null){super(e,t),this.state=Rt.NONE,this.target=new Y,this.cursor=new Y,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:xr.ROTATE,MIDDLE:xr.DOLLY,RIGHT:xr.PAN},this.touches={ONE:vr.ROTATE,TWO:vr.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new Y,this._lastQuaternion=new cn,this._lastTargetPosition=new Y,this._quat=new cn().setFromUnitVectors(e.up,new Y(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new fa,this._sphericalDelta=new fa,this._scale=1,this._panOffset=new Y,this._rotateStart=new We,this._rotateEnd=new We,this._rotateDelta=new We,this._panStart=new We,this._panEnd=new We,this._panDelta=new We,this._dollyStart=new We,this._dollyEnd=new We,this._dollyDelta=new We,this._dollyDirection=new Y,this._mouse=new We,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=$A.bind(this),this._onPointerDown=WA.bind(this),this._onPointerUp=XA.bind(this),this._onContextMenu=QA.bind(this),this._onMouseWheel=ZA.bind(this),this._onKeyDown=jA.bind(this),this._onTouchStart=JA.bind(this),this._onTouchMove=KA.bind(this),this._onMouseDown=qA.bind(this),this._onMouseMove=YA.bind(this),this._interceptControlDown=e1.bind(this),this._interceptControlUp=t1.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(e){this._cursorStyle=e,e==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(e){super.connect(e),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=Rt.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(e){e.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=e}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(R_),this.update(),this.state=Rt.NONE}pan(e,t){this._pan(e,t),this.update()}dollyIn(e){this._dollyIn(e),this.update()}dollyOut(e){this._dollyOut(e),this.update()}rotateLeft(e){this._rotateLeft(e),this.update()}rotateUp(e){this._rotateUp(e),this.update()}update(e=null){let t=this.object.position;An.copy(t).sub(this.target),An.applyQuaternion(this._quat),this._spherical.setFromVector3(An),this.autoRotate&&this.state===Rt.NONE&&this._rotateLeft(this._getAutoRotationAngle(e)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=di:n>Math.PI&&(n-=di),s<-Math.PI?s+=di:s>Math.PI&&(s-=di),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(An.setFromSpherical(this._spherical),An.applyQuaternion(this._quatInverse),t.copy(this.target).add(An),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=An.length();o=this._clampDistance(a*this._scale);let c=a-o;this.object.position.addScaledVector(this._dollyDirection,c),this.object.updateMatrixWorld(),r=!!c}else if(this.object.isOrthographicCamera){let a=new Y(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let c=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=c!==this.object.zoom;let l=new Y(this._mouse.x,this._mouse.y,0);l.unproject(this.object),this.object.position.sub(l).add(a),this.object.updateMatrixWorld(),o=An.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(Pu.origin.copy(this.object.position),Pu.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(Pu.direction))<VA?this.object.lookAt(this.target):(P_.setFromNormalAndCoplanarPoint(this.object.up,this.target),Pu.intersectPlane(P_,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>Sp||8*(1-this._lastQuaternion.dot(this.object.quaternion))>Sp||this._lastTargetPosition.distanceToSquared(this.target)>Sp?(this.dispatchEvent(R_),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(e){return e!==null?di/60*this.autoRotateSpeed*e:di/60/60*this.autoRotateSpeed}_getZoomScale(e){let t=Math.abs(e*.01);return Math.pow(.95,this.zoomSpeed*t)}_rotateLeft(e){this._sphericalDelta.theta-=e}_rotateUp(e){this._sphericalDelta.phi-=e}_panLeft(e,t){An.setFromMatrixColumn(t,0),An.multiplyScalar(-e),this._panOffset.add(An)}_panUp(e,t){this.screenSpacePanning===!0?An.setFromMatrixColumn(t,1):(An.setFromMatrixColumn(t,0),An.crossVectors(this.object.up,An)),An.multiplyScalar(e),this._panOffset.add(An)}_pan(e,t){let n=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;An.copy(s).sub(this.target);let r=An.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*e*r/n.clientHeight,this.object.matrix),this._panUp(2*t*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(e*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(t*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(e,t){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),s=e-n.left,r=t-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(e){return Math.max(this.minDistance,Math.min(this.maxDistance,e))}_handleMouseDownRotate(e){this._rotateStart.set(e.clientX,e.clientY)}_handleMouseDownDolly(e){this._updateZoomParameters(e.clientX,e.clientY),this._dollyStart.set(e.clientX,e.clientY)}_handleMouseDownPan(e){this._panStart.set(e.clientX,e.clientY)}_handleMouseMoveRotate(e){this._rotateEnd.set(e.clientX,e.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(di*this._rotateDelta.x/t.clientHeight),this._rotateUp(di*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(e){this._dollyEnd.set(e.clientX,e.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(e){this._panEnd.set(e.clientX,e.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(e){this._updateZoomParameters(e.clientX,e.clientY),e.deltaY<0?this._dollyIn(this._getZoomScale(e.deltaY)):e.deltaY>0&&this._dollyOut(this._getZoomScale(e.deltaY)),this.update()}_handleKeyDown(e){let t=!1;switch(e.code){case this.keys.UP:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(di*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),t=!0;break;case this.keys.BOTTOM:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(-di*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),t=!0;break;case this.keys.LEFT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(di*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),t=!0;break;case this.keys.RIGHT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(-di*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),t=!0;break}t&&(e.preventDefault(),this.update())}_handleTouchStartRotate(e){if(this._pointers.length===1)this._rotateStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(e){if(this._pointers.length===1)this._panStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._panStart.set(n,s)}}_handleTouchStartDolly(e){let t=this._getSecondPointerPosition(e),n=e.pageX-t.x,s=e.pageY-t.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enablePan&&this._handleTouchStartPan(e)}_handleTouchStartDollyRotate(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enableRotate&&this._handleTouchStartRotate(e)}_handleTouchMoveRotate(e){if(this._pointers.length==1)this._rotateEnd.set(e.pageX,e.pageY);else{let n=this._getSecondPointerPosition(e),s=.5*(e.pageX+n.x),r=.5*(e.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(di*this._rotateDelta.x/t.clientHeight),this._rotateUp(di*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(e){if(this._pointers.length===1)this._panEnd.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(e){let t=this._getSecondPointerPosition(e),n=e.pageX-t.x,s=e.pageY-t.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(e.pageX+t.x)*.5,a=(e.pageY+t.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enablePan&&this._handleTouchMovePan(e)}_handleTouchMoveDollyRotate(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enableRotate&&this._handleTouchMoveRotate(e)}_addPointer(e){this._pointers.push(e.pointerId)}_removePointer(e){delete this._pointerPositions[e.pointerId];for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId){this._pointers.splice(t,1);return}}_isTrackingPointer(e){for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId)return!0;return!1}_trackPointer(e){let t=this._pointerPositions[e.pointerId];t===void 0&&(t=new We,this._pointerPositions[e.pointerId]=t),t.set(e.pageX,e.pageY)}_getSecondPointerPosition(e){let t=e.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[t]}_customWheelEvent(e){let t=e.deltaMode,n={clientX:e.clientX,clientY:e.clientY,deltaY:e.deltaY};switch(t){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return e.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function WA(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function $A(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function XA(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(I_),this.state=Rt.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let e=this._pointers[0],t=this._pointerPositions[e];this._onTouchStart({pointerId:e,pageX:t.x,pageY:t.y});break}}function qA(i){let e;switch(i.button){case 0:e=this.mouseButtons.LEFT;break;case 1:e=this.mouseButtons.MIDDLE;break;case 2:e=this.mouseButtons.RIGHT;break;default:e=-1}switch(e){case xr.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=Rt.DOLLY;break;case xr.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Rt.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Rt.ROTATE}break;case xr.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Rt.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Rt.PAN}break;default:this.state=Rt.NONE}this.state!==Rt.NONE&&this.dispatchEvent(Mp)}function YA(i){switch(this.state){case Rt.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case Rt.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case Rt.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function ZA(i){this.enabled===!1||this.enableZoom===!1||this.state!==Rt.NONE||(i.preventDefault(),this.dispatchEvent(Mp),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(I_))}function jA(i){this.enabled!==!1&&this._handleKeyDown(i)}function JA(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case vr.ROTATE:if(this.enableRotate===!1){this.state=Rt.NONE;break}this._handleTouchStartRotate(i),this.state=Rt.TOUCH_ROTATE;break;case vr.PAN:if(this.enablePan===!1){this.state=Rt.NONE;break}this._handleTouchStartPan(i),this.state=Rt.TOUCH_PAN;break;default:this.state=Rt.NONE}break;case 2:switch(this.touches.TWO){case vr.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=Rt.TOUCH_DOLLY_PAN;break;case vr.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=Rt.TOUCH_DOLLY_ROTATE;break;default:this.state=Rt.NONE}break;default:this.state=Rt.NONE}this.state!==Rt.NONE&&this.dispatchEvent(Mp)}function KA(i){switch(this._trackPointer(i),this.state){case Rt.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case Rt.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case Rt.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case Rt.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=Rt.NONE}}function QA(i){this.enabled!==!1&&i.preventDefault()}function e1(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function t1(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var Ep="world",n1=100;function L_(i,e){return new Oe().compose(new Y(i.x,i.y,i.z),new cn(e.x,e.y,e.z,e.w),new Y(1,1,1))}var Zl=i=>L_(i.position,i.orientation),Lu=class{parents=new Map;#e;constructor(e,t){let n=s=>{for(let r of s.transforms)this.parents.set(wp(r.child_frame_id),{parent:wp(r.header.frame_id),matrix:L_(r.transform.translation,r.transform.rotation)});t()};this.#e=[e.subscribe("/tf",n),e.subscribe("/tf_static",n),e.on("reset",()=>this.parents.clear())]}inWorld(e){let t=new Oe,n=wp(e);for(let s=0;s<n1;s++){let r=this.parents.get(n);if(!r)return n===Ep||n==="map"||n===""?t:void 0;t.premultiply(r.matrix),n=r.parent}}close(){for(let e of this.#e)e()}},wp=i=>i.replace(/^\//,"");var jl=class extends Sl{constructor(e){super(e)}parse(e){function t(O){switch(O.image_type){case u:case y:if(O.colormap_length>256||O.colormap_size!==24||O.colormap_type!==1)throw new Error("THREE.TGALoader: Invalid type colormap data for indexed type.");break;case d:case p:case m:case g:if(O.colormap_type)throw new Error("THREE.TGALoader: Invalid type colormap data for colormap type.");break;case f:throw new Error("THREE.TGALoader: No data.");default:throw new Error("THREE.TGALoader: Invalid type "+O.image_type)}if(O.width<=0||O.height<=0)throw new Error("THREE.TGALoader: Invalid image size.");if(O.pixel_size!==8&&O.pixel_size!==16&&O.pixel_size!==24&&O.pixel_size!==32)throw new Error("THREE.TGALoader: Invalid pixel size "+O.pixel_size)}function n(O,V,se,I,G){let X,Q,K=se.pixel_size>>3,U=se.width*se.height*K;if(V&&(Q=G.subarray(I,I+=se.colormap_length*(se.colormap_size>>3))),O){X=new Uint8Array(U);let W,j,ee,ae=0,ve=new Uint8Array(K);for(;ae<U;)if(W=G[I++],j=(W&127)+1,W&128){for(ee=0;ee<K;++ee)ve[ee]=G[I++];for(ee=0;ee<j;++ee)X.set(ve,ae+ee*K);ae+=K*j}else{for(j*=K,ee=0;ee<j;++ee)X[ae+ee]=G[I++];ae+=j}}else X=G.subarray(I,I+=V?se.width*se.height:U);return{pixel_data:X,palettes:Q}}function s(O,V,se,I,G,X,Q,K,U){let W=U,j=L.colormap_index,ee,ae=0,ve,ze,De=L.width;for(ze=V;ze!==I;ze+=se)for(ve=G;ve!==Q;ve+=X,ae++)ee=K[ae]-j,O[(ve+De*ze)*4+3]=255,O[(ve+De*ze)*4+2]=W[ee*3+0],O[(ve+De*ze)*4+1]=W[ee*3+1],O[(ve+De*ze)*4+0]=W[ee*3+2];return O}function r(O,V,se,I,G,X,Q,K){let U,W=0,j,ee,ae=L.width;for(ee=V;ee!==I;ee+=se)for(j=G;j!==Q;j+=X,W+=2)U=K[W+0]+(K[W+1]<<8),O[(j+ae*ee)*4+0]=(U&31744)>>7,O[(j+ae*ee)*4+1]=(U&992)>>2,O[(j+ae*ee)*4+2]=(U&31)<<3,O[(j+ae*ee)*4+3]=U&32768?0:255;return O}function o(O,V,se,I,G,X,Q,K){let U=0,W,j,ee=L.width;for(j=V;j!==I;j+=se)for(W=G;W!==Q;W+=X,U+=3)O[(W+ee*j)*4+3]=255,O[(W+ee*j)*4+2]=K[U+0],O[(W+ee*j)*4+1]=K[U+1],O[(W+ee*j)*4+0]=K[U+2];return O}function a(O,V,se,I,G,X,Q,K){let U=0,W,j,ee=L.width;for(j=V;j!==I;j+=se)for(W=G;W!==Q;W+=X,U+=4)O[(W+ee*j)*4+2]=K[U+0],O[(W+ee*j)*4+1]=K[U+1],O[(W+ee*j)*4+0]=K[U+2],O[(W+ee*j)*4+3]=K[U+3];return O}function c(O,V,se,I,G,X,Q,K){let U,W=0,j,ee,ae=L.width;for(ee=V;ee!==I;ee+=se)for(j=G;j!==Q;j+=X,W++)U=K[W],O[(j+ae*ee)*4+0]=U,O[(j+ae*ee)*4+1]=U,O[(j+ae*ee)*4+2]=U,O[(j+ae*ee)*4+3]=255;return O}function l(O,V,se,I,G,X,Q,K){let U=0,W,j,ee=L.width;for(j=V;j!==I;j+=se)for(W=G;W!==Q;W+=X,U+=2)O[(W+ee*j)*4+0]=K[U+0],O[(W+ee*j)*4+1]=K[U+0],O[(W+ee*j)*4+2]=K[U+0],O[(W+ee*j)*4+3]=K[U+1];return O}function h(O,V,se,I,G){let X,Q,K,U,W,j;switch((L.flags&_)>>b){default:case M:X=0,K=1,W=V,Q=0,U=1,j=se;break;case x:X=0,K=1,W=V,Q=se-1,U=-1,j=-1;break;case v:X=V-1,K=-1,W=-1,Q=0,U=1,j=se;break;case T:X=V-1,K=-1,W=-1,Q=se-1,U=-1,j=-1;break}if(B)switch(L.pixel_size){case 8:c(O,Q,U,j,X,K,W,I);break;case 16:l(O,Q,U,j,X,K,W,I);break;default:throw new Error("THREE.TGALoader: Format not supported.")}else switch(L.pixel_size){case 8:s(O,Q,U,j,X,K,W,I,G);break;case 16:r(O,Q,U,j,X,K,W,I);break;case 24:o(O,Q,U,j,X,K,W,I);break;case 32:a(O,Q,U,j,X,K,W,I);break;default:throw new Error("THREE.TGALoader: Format not supported.")}return O}let f=0,u=1,d=2,p=3,y=9,m=10,g=11,_=48,b=4,x=0,T=1,M=2,v=3;if(e.length<19)throw new Error("THREE.TGALoader: Not enough data to contain header.");let w=0,D=new Uint8Array(e),L={id_length:D[w++],colormap_type:D[w++],image_type:D[w++],colormap_index:D[w++]|D[w++]<<8,colormap_length:D[w++]|D[w++]<<8,colormap_size:D[w++],origin:[D[w++]|D[w++]<<8,D[w++]|D[w++]<<8],width:D[w++]|D[w++]<<8,height:D[w++]|D[w++]<<8,pixel_size:D[w++],flags:D[w++]};if(t(L),L.id_length+w>e.length)throw new Error("THREE.TGALoader: No data.");w+=L.id_length;let R=!1,H=!1,B=!1;switch(L.image_type){case y:R=!0,H=!0;break;case u:H=!0;break;case m:R=!0;break;case d:break;case g:R=!0,B=!0;break;case p:B=!0;break}let P=new Uint8Array(L.width*L.height*4),k=n(R,H,L,w,D);return h(P,L.width,L.height,k.pixel_data,k.palettes),{data:P,width:L.width,height:L.height,flipY:!0,generateMipmaps:!0,minFilter:Oi}}};function pi(i,e){let t=[],n=i.childNodes;for(let s=0,r=n.length;s<r;s++){let o=n[s];o.nodeName===e&&t.push(o)}return t}function i1(i){return i.length===0?[]:i.trim().split(/\s+/)}function Zn(i){return i.length===0?[]:i.trim().split(/\s+/).map(parseFloat)}function Nu(i){return i.length===0?[]:i.trim().split(/\s+/).map(e=>parseInt(e))}function Fn(i){return i.substring(1)}var Du=class{constructor(){this.count=0}generateId(){return"three_default_"+this.count++}parse(e){if(e.length===0)return null;let t=new DOMParser().parseFromString(e,"application/xml"),n=pi(t,"COLLADA")[0],s=t.getElementsByTagName("parsererror")[0];if(s!==void 0){let c=pi(s,"div")[0],l;return c?l=c.textContent:l=this.parserErrorToText(s),console.error(`THREE.ColladaLoader: Failed to parse collada file.
`,l),null}let r=n.getAttribute("version");console.debug("THREE.ColladaLoader: File version",r);let o=this.parseAsset(pi(n,"asset")[0]),a={animations:{},clips:{},controllers:{},images:{},effects:{},materials:{},cameras:{},lights:{},geometries:{},nodes:{},visualScenes:{},kinematicsModels:{},physicsModels:{},kinematicsScenes:{},joints:{}};return this.library=a,this.collada=n,this.parseLibrary(n,"library_animations","animation",this.parseAnimation.bind(this)),this.parseLibrary(n,"library_animation_clips","animation_clip",this.parseAnimationClip.bind(this)),this.parseLibrary(n,"library_controllers","controller",this.parseController.bind(this)),this.parseLibrary(n,"library_images","image",this.parseImage.bind(this)),this.parseLibrary(n,"library_effects","effect",this.parseEffect.bind(this)),this.parseLibrary(n,"library_materials","material",this.parseMaterial.bind(this)),this.parseLibrary(n,"library_cameras","camera",this.parseCamera.bind(this)),this.parseLibrary(n,"library_lights","light",this.parseLight.bind(this)),this.parseLibrary(n,"library_geometries","geometry",this.parseGeometry.bind(this)),this.parseLibrary(n,"library_nodes","node",this.parseNode.bind(this)),this.parseLibrary(n,"library_visual_scenes","visual_scene",this.parseVisualScene.bind(this)),this.parseLibrary(n,"library_joints","joint",this.parseLibraryJoint.bind(this)),this.parseLibrary(n,"library_kinematics_models","kinematics_model",this.parseKinematicsModel.bind(this)),this.parseLibrary(n,"library_physics_models","physics_model",this.parsePhysicsModel.bind(this)),this.parseLibrary(n,"scene","instance_kinematics_scene",this.parseKinematicsScene.bind(this)),{library:a,asset:o,collada:n}}parserErrorToText(e){let t=[],n=[e];for(;n.length;){let s=n.shift();s.nodeType===Node.TEXT_NODE?t.push(s.textContent):(t.push(`
`),n.push(...s.childNodes))}return t.join("").trim()}parseAsset(e){return{unit:this.parseAssetUnit(pi(e,"unit")[0]),upAxis:this.parseAssetUpAxis(pi(e,"up_axis")[0])}}parseAssetUnit(e){return e!==void 0&&e.hasAttribute("meter")===!0?parseFloat(e.getAttribute("meter")):1}parseAssetUpAxis(e){return e!==void 0?e.textContent:"Y_UP"}parseLibrary(e,t,n,s){let r=pi(e,t)[0];if(r!==void 0){let o=pi(r,n);for(let a=0;a<o.length;a++)s(o[a])}}parseAnimation(e){let t={sources:{},samplers:{},channels:{}},n=!1;for(let s=0,r=e.childNodes.length;s<r;s++){let o=e.childNodes[s];if(o.nodeType!==1)continue;let a;switch(o.nodeName){case"source":a=o.getAttribute("id"),t.sources[a]=this.parseSource(o);break;case"sampler":a=o.getAttribute("id"),t.samplers[a]=this.parseAnimationSampler(o);break;case"channel":a=o.getAttribute("target"),t.channels[a]=this.parseAnimationChannel(o);break;case"animation":this.parseAnimation(o),n=!0;break;default:}}n===!1&&(this.library.animations[e.getAttribute("id")||li.generateUUID()]=t)}parseAnimationSampler(e){let t={inputs:{}};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1&&r.nodeName==="input"){let o=Fn(r.getAttribute("source")),a=r.getAttribute("semantic");t.inputs[a]=o}}return t}parseAnimationChannel(e){let t={},s=e.getAttribute("target").split("/"),r=s.shift(),o=s.shift(),a=o.indexOf("(")!==-1,c=o.indexOf(".")!==-1;if(c)s=o.split("."),o=s.shift(),t.member=s.shift();else if(a){let l=o.split("(");o=l.shift();for(let h=0;h<l.length;h++)l[h]=parseInt(l[h].replace(/\)/,""));t.indices=l}return t.id=r,t.sid=o,t.arraySyntax=a,t.memberSyntax=c,t.sampler=Fn(e.getAttribute("source")),t}parseAnimationClip(e){let t={name:e.getAttribute("id")||"default",start:parseFloat(e.getAttribute("start")||0),end:parseFloat(e.getAttribute("end")||0),animations:[]};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="instance_animation"&&t.animations.push(Fn(r.getAttribute("url")))}this.library.clips[e.getAttribute("id")]=t}parseController(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"skin":t.id=Fn(r.getAttribute("source")),t.skin=this.parseSkin(r);break;case"morph":t.id=Fn(r.getAttribute("source")),console.warn("THREE.ColladaLoader: Morph target animation not supported yet.");break}}this.library.controllers[e.getAttribute("id")]=t}parseSkin(e){let t={sources:{}};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"bind_shape_matrix":t.bindShapeMatrix=Zn(r.textContent);break;case"source":let o=r.getAttribute("id");t.sources[o]=this.parseSource(r);break;case"joints":t.joints=this.parseJoints(r);break;case"vertex_weights":t.vertexWeights=this.parseVertexWeights(r);break}}return t}parseJoints(e){let t={inputs:{}};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1&&r.nodeName==="input"){let o=r.getAttribute("semantic"),a=Fn(r.getAttribute("source"));t.inputs[o]=a}}return t}parseVertexWeights(e){let t={inputs:{}};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"input":let o=r.getAttribute("semantic"),a=Fn(r.getAttribute("source")),c=parseInt(r.getAttribute("offset"));t.inputs[o]={id:a,offset:c};break;case"vcount":t.vcount=Nu(r.textContent);break;case"v":t.v=Nu(r.textContent);break}}return t}parseImage(e){let t={init_from:pi(e,"init_from")[0].textContent};this.library.images[e.getAttribute("id")]=t}parseEffect(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="profile_COMMON"&&(t.profile=this.parseEffectProfileCOMMON(r))}this.library.effects[e.getAttribute("id")]=t}parseEffectProfileCOMMON(e){let t={surfaces:{},samplers:{}};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"newparam":this.parseEffectNewparam(r,t);break;case"technique":t.technique=this.parseEffectTechnique(r);break;case"extra":t.extra=this.parseEffectExtra(r);break}}return t}parseEffectNewparam(e,t){let n=e.getAttribute("sid");for(let s=0,r=e.childNodes.length;s<r;s++){let o=e.childNodes[s];if(o.nodeType===1)switch(o.nodeName){case"surface":t.surfaces[n]=this.parseEffectSurface(o);break;case"sampler2D":t.samplers[n]=this.parseEffectSampler(o);break}}}parseEffectSurface(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="init_from"&&(t.init_from=r.textContent)}return t}parseEffectSampler(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="source"&&(t.source=r.textContent)}return t}parseEffectTechnique(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"constant":case"lambert":case"blinn":case"phong":t.type=r.nodeName,t.parameters=this.parseEffectParameters(r);break;case"extra":t.extra=this.parseEffectExtra(r);break}}return t}parseEffectParameters(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"emission":case"diffuse":case"specular":case"bump":case"ambient":case"shininess":case"transparency":t[r.nodeName]=this.parseEffectParameter(r);break;case"transparent":t[r.nodeName]={opaque:r.hasAttribute("opaque")?r.getAttribute("opaque"):"A_ONE",data:this.parseEffectParameter(r)};break}}return t}parseEffectParameter(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"color":t[r.nodeName]=Zn(r.textContent);break;case"float":t[r.nodeName]=parseFloat(r.textContent);break;case"texture":t[r.nodeName]={id:r.getAttribute("texture"),extra:this.parseEffectParameterTexture(r)};break}}return t}parseEffectParameterTexture(e){let t={technique:{}};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="extra"&&this.parseEffectParameterTextureExtra(r,t)}return t}parseEffectParameterTextureExtra(e,t){for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="technique"&&this.parseEffectParameterTextureExtraTechnique(r,t)}}parseEffectParameterTextureExtraTechnique(e,t){for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"repeatU":case"repeatV":case"offsetU":case"offsetV":t.technique[r.nodeName]=parseFloat(r.textContent);break;case"wrapU":case"wrapV":r.textContent.toUpperCase()==="TRUE"?t.technique[r.nodeName]=1:r.textContent.toUpperCase()==="FALSE"?t.technique[r.nodeName]=0:t.technique[r.nodeName]=parseInt(r.textContent);break;case"bump":t[r.nodeName]=this.parseEffectExtraTechniqueBump(r);break}}}parseEffectExtra(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="technique"&&(t.technique=this.parseEffectExtraTechnique(r))}return t}parseEffectExtraTechnique(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"double_sided":t[r.nodeName]=parseInt(r.textContent);break;case"bump":t[r.nodeName]=this.parseEffectExtraTechniqueBump(r);break}}return t}parseEffectExtraTechniqueBump(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="texture"&&(t[r.nodeName]={id:r.getAttribute("texture"),texcoord:r.getAttribute("texcoord"),extra:this.parseEffectParameterTexture(r)})}return t}parseMaterial(e){let t={name:e.getAttribute("name")};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="instance_effect"&&(t.url=Fn(r.getAttribute("url")))}this.library.materials[e.getAttribute("id")]=t}parseCamera(e){let t={name:e.getAttribute("name")};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="optics"&&(t.optics=this.parseCameraOptics(r))}this.library.cameras[e.getAttribute("id")]=t}parseCameraOptics(e){for(let t=0;t<e.childNodes.length;t++){let n=e.childNodes[t];if(n.nodeName==="technique_common")return this.parseCameraTechnique(n)}return{}}parseCameraTechnique(e){let t={};for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];switch(s.nodeName){case"perspective":case"orthographic":t.technique=s.nodeName,t.parameters=this.parseCameraParameters(s);break}}return t}parseCameraParameters(e){let t={};for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];switch(s.nodeName){case"xfov":case"yfov":case"xmag":case"ymag":case"znear":case"zfar":case"aspect_ratio":t[s.nodeName]=parseFloat(s.textContent);break}}return t}parseLight(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="technique_common"&&(t=this.parseLightTechnique(r))}this.library.lights[e.getAttribute("id")]=t}parseLightTechnique(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"directional":case"point":case"spot":case"ambient":t.technique=r.nodeName,t.parameters=this.parseLightParameters(r);break}}return t}parseLightParameters(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"color":let o=Zn(r.textContent);t.color=new Xe().fromArray(o),ut.colorSpaceToWorking(t.color,Ot);break;case"falloff_angle":t.falloffAngle=parseFloat(r.textContent);break;case"quadratic_attenuation":let a=parseFloat(r.textContent);t.distance=a?Math.sqrt(1/a):0;break}}return t}parseGeometry(e){let t={name:e.getAttribute("name"),sources:{},vertices:{},primitives:[]},n=pi(e,"mesh")[0];if(n!==void 0){for(let s=0;s<n.childNodes.length;s++){let r=n.childNodes[s];if(r.nodeType!==1)continue;let o=r.getAttribute("id");switch(r.nodeName){case"source":t.sources[o]=this.parseSource(r);break;case"vertices":t.vertices=this.parseGeometryVertices(r);break;case"polygons":case"lines":case"linestrips":case"polylist":case"triangles":t.primitives.push(this.parseGeometryPrimitive(r));break;default:}}this.library.geometries[e.getAttribute("id")]=t}}parseSource(e){let t={array:[],stride:3};for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];if(s.nodeType===1)switch(s.nodeName){case"float_array":t.array=Zn(s.textContent);break;case"Name_array":t.array=i1(s.textContent);break;case"technique_common":let r=pi(s,"accessor")[0];r!==void 0&&(t.stride=parseInt(r.getAttribute("stride")));break}}return t}parseGeometryVertices(e){let t={};for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];s.nodeType===1&&(t[s.getAttribute("semantic")]=Fn(s.getAttribute("source")))}return t}parseGeometryPrimitive(e){let t={type:e.nodeName,material:e.getAttribute("material"),count:parseInt(e.getAttribute("count")),inputs:{},stride:0,hasUV:!1};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"input":let o=Fn(r.getAttribute("source")),a=r.getAttribute("semantic"),c=parseInt(r.getAttribute("offset")),l=parseInt(r.getAttribute("set")),h=l>0?a+l:a;t.inputs[h]={id:o,offset:c},t.stride=Math.max(t.stride,c+1),a==="TEXCOORD"&&(t.hasUV=!0);break;case"vcount":t.vcount=Nu(r.textContent);break;case"p":t.p=Nu(r.textContent);break}}return t.type==="polygons"&&(t.vcount=[t.p.length/t.stride]),t}parseLibraryJoint(e){this.library.joints[e.getAttribute("id")]=this.parseKinematicsJoint(e)}parseKinematicsModel(e){let t={name:e.getAttribute("name")||"",joints:{},links:[]};for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];s.nodeType===1&&s.nodeName==="technique_common"&&this.parseKinematicsTechniqueCommon(s,t)}this.library.kinematicsModels[e.getAttribute("id")]=t}parseKinematicsTechniqueCommon(e,t){for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];if(s.nodeType===1)switch(s.nodeName){case"joint":t.joints[s.getAttribute("sid")]=this.parseKinematicsJoint(s);break;case"instance_joint":t.joints[s.getAttribute("sid")]=this.library.joints[Fn(s.getAttribute("url"))];break;case"link":t.links.push(this.parseKinematicsLink(s));break}}}parseKinematicsJoint(e){let t;for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];if(s.nodeType===1)switch(s.nodeName){case"prismatic":case"revolute":t=this.parseKinematicsJointParameter(s);break}}return t}parseKinematicsJointParameter(e){let t={sid:e.getAttribute("sid"),name:e.getAttribute("name")||"",axis:new Y,limits:{min:0,max:0},type:e.nodeName,static:!1,zeroPosition:0,middlePosition:0};for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];if(s.nodeType===1)switch(s.nodeName){case"axis":let r=Zn(s.textContent);t.axis.fromArray(r);break;case"limits":let o=s.getElementsByTagName("max")[0],a=s.getElementsByTagName("min")[0];t.limits.max=parseFloat(o.textContent),t.limits.min=parseFloat(a.textContent);break}}return t.limits.min>=t.limits.max&&(t.static=!0),t.middlePosition=(t.limits.min+t.limits.max)/2,t}parseKinematicsLink(e){let t={sid:e.getAttribute("sid"),name:e.getAttribute("name")||"",attachments:[],transforms:[]};for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];if(s.nodeType===1)switch(s.nodeName){case"attachment_full":t.attachments.push(this.parseKinematicsAttachment(s));break;case"matrix":case"translate":case"rotate":t.transforms.push(this.parseKinematicsTransform(s));break}}return t}parseKinematicsAttachment(e){let t={joint:e.getAttribute("joint").split("/").pop(),transforms:[],links:[]};for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];if(s.nodeType===1)switch(s.nodeName){case"link":t.links.push(this.parseKinematicsLink(s));break;case"matrix":case"translate":case"rotate":t.transforms.push(this.parseKinematicsTransform(s));break}}return t}parseKinematicsTransform(e){let t={type:e.nodeName},n=Zn(e.textContent);switch(t.type){case"matrix":t.obj=new Oe,t.obj.fromArray(n).transpose();break;case"translate":t.obj=new Y,t.obj.fromArray(n);break;case"rotate":t.obj=new Y,t.obj.fromArray(n),t.angle=li.degToRad(n[3]);break}return t}parsePhysicsModel(e){let t={name:e.getAttribute("name")||"",rigidBodies:{}};for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];s.nodeType===1&&s.nodeName==="rigid_body"&&(t.rigidBodies[s.getAttribute("name")]={},this.parsePhysicsRigidBody(s,t.rigidBodies[s.getAttribute("name")]))}this.library.physicsModels[e.getAttribute("id")]=t}parsePhysicsRigidBody(e,t){for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];s.nodeType===1&&s.nodeName==="technique_common"&&this.parsePhysicsTechniqueCommon(s,t)}}parsePhysicsTechniqueCommon(e,t){for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];if(s.nodeType===1)switch(s.nodeName){case"inertia":t.inertia=Zn(s.textContent);break;case"mass":t.mass=Zn(s.textContent)[0];break}}}parseKinematicsScene(e){let t={bindJointAxis:[]};for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];s.nodeType===1&&s.nodeName==="bind_joint_axis"&&t.bindJointAxis.push(this.parseKinematicsBindJointAxis(s))}this.library.kinematicsScenes[Fn(e.getAttribute("url"))]=t}parseKinematicsBindJointAxis(e){let t={target:e.getAttribute("target").split("/").pop()};for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];if(s.nodeType===1&&s.nodeName==="axis"){let r=s.getElementsByTagName("param")[0];t.axis=r.textContent;let o=t.axis.split("inst_").pop().split("axis")[0];t.jointIndex=o.substring(0,o.length-1)}}return t}prepareNodes(e){let t=e.getElementsByTagName("node");for(let n=0;n<t.length;n++){let s=t[n];s.hasAttribute("id")===!1&&s.setAttribute("id",this.generateId())}}parseNode(e){let t=new Oe,n=new Y,s={name:e.getAttribute("name")||"",type:e.getAttribute("type"),id:e.getAttribute("id"),sid:e.getAttribute("sid"),matrix:new Oe,nodes:[],instanceCameras:[],instanceControllers:[],instanceLights:[],instanceGeometries:[],instanceNodes:[],transforms:{},transformData:{},transformOrder:[]};for(let r=0;r<e.childNodes.length;r++){let o=e.childNodes[r];if(o.nodeType!==1)continue;let a;switch(o.nodeName){case"node":s.nodes.push(o.getAttribute("id")),this.parseNode(o);break;case"instance_camera":s.instanceCameras.push(Fn(o.getAttribute("url")));break;case"instance_controller":s.instanceControllers.push(this.parseNodeInstance(o));break;case"instance_light":s.instanceLights.push(Fn(o.getAttribute("url")));break;case"instance_geometry":s.instanceGeometries.push(this.parseNodeInstance(o));break;case"instance_node":s.instanceNodes.push(Fn(o.getAttribute("url")));break;case"matrix":a=Zn(o.textContent),s.matrix.multiply(t.fromArray(a).transpose());{let c=o.getAttribute("sid");s.transforms[c]=o.nodeName,s.transformData[c]={type:"matrix",array:a},s.transformOrder.push(c)}break;case"translate":a=Zn(o.textContent),n.fromArray(a),s.matrix.multiply(t.makeTranslation(n.x,n.y,n.z));{let c=o.getAttribute("sid");s.transforms[c]=o.nodeName,s.transformData[c]={type:"translate",x:a[0],y:a[1],z:a[2]},s.transformOrder.push(c)}break;case"rotate":a=Zn(o.textContent);{let c=li.degToRad(a[3]);s.matrix.multiply(t.makeRotationAxis(n.fromArray(a),c));let l=o.getAttribute("sid");s.transforms[l]=o.nodeName,s.transformData[l]={type:"rotate",axis:[a[0],a[1],a[2]],angle:a[3]},s.transformOrder.push(l)}break;case"scale":a=Zn(o.textContent),s.matrix.scale(n.fromArray(a));{let c=o.getAttribute("sid");s.transforms[c]=o.nodeName,s.transformData[c]={type:"scale",x:a[0],y:a[1],z:a[2]},s.transformOrder.push(c)}break;case"extra":break;default:}}return this.hasNode(s.id)?console.warn("THREE.ColladaLoader: There is already a node with ID %s. Exclude current node from further processing.",s.id):this.library.nodes[s.id]=s,s}parseNodeInstance(e){let t={id:Fn(e.getAttribute("url")),materials:{},skeletons:[]};for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];switch(s.nodeName){case"bind_material":let r=s.getElementsByTagName("instance_material");for(let o=0;o<r.length;o++){let a=r[o],c=a.getAttribute("symbol"),l=a.getAttribute("target");t.materials[c]=Fn(l)}break;case"skeleton":t.skeletons.push(Fn(s.textContent));break;default:break}}return t}parseVisualScene(e){let t={name:e.getAttribute("name"),children:[]};this.prepareNodes(e);let n=pi(e,"node");for(let s=0;s<n.length;s++)t.children.push(this.parseNode(n[s]));this.library.visualScenes[e.getAttribute("id")]=t}hasNode(e){return this.library.nodes[e]!==void 0}};var Uu=class{constructor(e,t,n,s){this.library=e,this.collada=t,this.textureLoader=n,this.tgaLoader=s,this.tempColor=new Xe,this.animations=[],this.kinematics={},this.position=new Y,this.scale=new Y,this.quaternion=new cn,this.matrix=new Oe,this.deferredPivotAnimations={},this.transformNodes={}}compose(){let e=this.library;this.buildLibrary(e.animations,this.buildAnimation.bind(this)),this.buildLibrary(e.clips,this.buildAnimationClip.bind(this)),this.buildLibrary(e.controllers,this.buildController.bind(this)),this.buildLibrary(e.images,this.buildImage.bind(this)),this.buildLibrary(e.effects,this.buildEffect.bind(this)),this.buildLibrary(e.materials,this.buildMaterial.bind(this)),this.buildLibrary(e.cameras,this.buildCamera.bind(this)),this.buildLibrary(e.lights,this.buildLight.bind(this)),this.buildLibrary(e.geometries,this.buildGeometry.bind(this)),this.buildLibrary(e.visualScenes,this.buildVisualScene.bind(this)),this.setupAnimations(),this.setupKinematics();let t=this.parseScene(pi(this.collada,"scene")[0]);return t.animations=this.animations,{scene:t,animations:this.animations,kinematics:this.kinematics}}buildLibrary(e,t){for(let n in e){let s=e[n];s.build=t(e[n])}}getBuild(e,t){return e.build!==void 0||(e.build=t(e)),e.build}isEmpty(e){return Object.keys(e).length===0}buildAnimation(e){let t=[],n=e.channels,s=e.samplers,r=e.sources,o=this.aggregateAnimationChannels(n,s,r);for(let a in o){let c=this.library.nodes[a];if(!c)continue;let l=o[a];if(this.hasPivotTransforms(c))this.collectDeferredPivotAnimation(a,l);else{let h=this.getNode(a),f=!1;for(let u in l){let d=c.transforms[u],p=c.transformData[u],y=l[u];switch(d){case"matrix":this.buildMatrixTracks(h,y,c,t);break;case"translate":this.buildTranslateTrack(h,y,p,t);break;case"rotate":f||(this.buildRotateTrack(h,u,y,p,c,t),f=!0);break;case"scale":this.buildScaleTrack(h,y,p,t);break}}}}return t}collectDeferredPivotAnimation(e,t){this.deferredPivotAnimations[e]||(this.deferredPivotAnimations[e]={});let n=this.deferredPivotAnimations[e];for(let s in t){n[s]||(n[s]={});for(let r in t[s])n[s][r]=t[s][r]}}hasPivotTransforms(e){let t=["rotatePivot","rotatePivotInverse","rotatePivotTranslation","scalePivot","scalePivotInverse","scalePivotTranslation"];for(let n of t)if(e.transforms[n]!==void 0)return!0;return!1}getAnimation(e){return this.getBuild(this.library.animations[e],this.buildAnimation.bind(this))}aggregateAnimationChannels(e,t,n){let s={};for(let r in e){if(!e.hasOwnProperty(r))continue;let o=e[r],a=t[o.sampler],c=a.inputs.INPUT,l=a.inputs.OUTPUT,h=n[c],f=n[l],u=a.inputs.INTERPOLATION,d=a.inputs.IN_TANGENT,p=a.inputs.OUT_TANGENT,y=u?n[u]:null,m=d?n[d]:null,g=p?n[p]:null,_=o.id,b=o.sid,x=o.member||"default";s[_]||(s[_]={}),s[_][b]||(s[_][b]={}),s[_][b][x]={times:h.array,values:f.array,stride:f.stride,arraySyntax:o.arraySyntax,indices:o.indices,interpolation:y?y.array:null,inTangent:m?m.array:null,outTangent:g?g.array:null,inTangentStride:m?m.stride:0,outTangentStride:g?g.stride:0}}return s}buildMatrixTracks(e,t,n,s){let r=n.matrix.clone().transpose(),o={};for(let l in t){let h=t[l],f=h.times,u=h.values,d=h.stride;for(let p=0,y=f.length;p<y;p++){let m=f[p],g=p*d;if(o[m]===void 0&&(o[m]={}),h.arraySyntax===!0){let _=u[g],b=h.indices[0]+4*h.indices[1];o[m][b]=_}else for(let _=0;_<d;_++)o[m][_]=u[g+_]}}let a=this.prepareAnimationData(o,r),c={name:e.uuid,keyframes:a};this.createKeyframeTracks(c,s)}buildTranslateTrack(e,t,n,s){if(t.default&&t.default.stride===3){let l=t.default,h=Array.from(l.times),f=Array.from(l.values),u=new $n(e.uuid+".position",h,f),d=this.getInterpolationInfo(t);this.applyInterpolation(u,d,t),s.push(u);return}let r=this.getTimesForAllAxes(t);if(r.length===0)return;let o=[],a=this.getInterpolationInfo(t);for(let l=0;l<r.length;l++){let h=r[l],f=this.getValueAtTime(t.X,h,n.x),u=this.getValueAtTime(t.Y,h,n.y),d=this.getValueAtTime(t.Z,h,n.z);o.push(f,u,d)}let c=new $n(e.uuid+".position",r,o);this.applyInterpolation(c,a),s.push(c)}buildRotateTrack(e,t,n,s,r,o){let a=n.ANGLE||n.default;if(!a)return;let c=Array.from(a.times);if(c.length===0)return;let l=[];for(let m of r.transformOrder)if(r.transforms[m]==="rotate"){let _=r.transformData[m];l.push({sid:m,axis:new Y(_.axis[0],_.axis[1],_.axis[2]),defaultAngle:_.angle})}let h=new cn,f=new cn,u=new cn,d=[],p=this.getInterpolationInfo(n);for(let m=0;m<c.length;m++){let g=c[m];h.identity();for(let _ of l){let b;_.sid===t?b=this.getValueAtTime(a,g,_.defaultAngle):b=_.defaultAngle;let x=li.degToRad(b);u.setFromAxisAngle(_.axis,x),h.multiply(u)}m>0&&f.dot(h)<0&&(h.x=-h.x,h.y=-h.y,h.z=-h.z,h.w=-h.w),f.copy(h),d.push(h.x,h.y,h.z,h.w)}let y=new _s(e.uuid+".quaternion",c,d);this.applyInterpolation(y,p),o.push(y)}buildScaleTrack(e,t,n,s){if(t.default&&t.default.stride===3){let l=t.default,h=Array.from(l.times),f=Array.from(l.values),u=new $n(e.uuid+".scale",h,f),d=this.getInterpolationInfo(t);this.applyInterpolation(u,d,t),s.push(u);return}let r=this.getTimesForAllAxes(t);if(r.length===0)return;let o=[],a=this.getInterpolationInfo(t);for(let l=0;l<r.length;l++){let h=r[l],f=this.getValueAtTime(t.X,h,n.x),u=this.getValueAtTime(t.Y,h,n.y),d=this.getValueAtTime(t.Z,h,n.z);o.push(f,u,d)}let c=new $n(e.uuid+".scale",r,o);this.applyInterpolation(c,a),s.push(c)}getTimesForAllAxes(e){let t=[];return e.X&&(t=t.concat(Array.from(e.X.times))),e.Y&&(t=t.concat(Array.from(e.Y.times))),e.Z&&(t=t.concat(Array.from(e.Z.times))),e.ANGLE&&(t=t.concat(Array.from(e.ANGLE.times))),e.default&&(t=t.concat(Array.from(e.default.times))),t=[...new Set(t)].sort((n,s)=>n-s),t}getValueAtTime(e,t,n){if(!e)return n;let s=e.times,r=e.values,o=e.interpolation;for(let a=0;a<s.length;a++){if(s[a]===t)return r[a];if(s[a]>t){if(a===0)return r[0];let c=a-1,l=a,h=s[c],f=s[l],u=r[c],d=r[l],p=o?o[c]:"LINEAR";if(p==="STEP")return u;if(p==="BEZIER"&&e.inTangent&&e.outTangent)return this.evaluateBezierComponent(e,c,l,h,f,t);{let y=(t-h)/(f-h);return u+y*(d-u)}}}return r[r.length-1]}evaluateBezierComponent(e,t,n,s,r,o){let a=e.values,c=e.inTangent,l=e.outTangent,h=e.inTangentStride||1,f=a[t],u=a[n],d,p,y,m;h===2?(d=l[t*2],p=l[t*2+1],y=c[n*2],m=c[n*2+1]):(d=s+(r-s)/3,p=l[t],y=r-(r-s)/3,m=c[n]);let g=(o-s)/(r-s);for(let v=0;v<8;v++){let w=g*g,D=w*g,L=1-g,R=L*L,B=R*L*s+3*R*g*d+3*L*w*y+D*r,P=3*R*(d-s)+6*L*g*(y-d)+3*w*(r-y);if(Math.abs(P)<1e-10)break;let k=B-o;if(Math.abs(k)<1e-10)break;g=g-k/P,g=Math.max(0,Math.min(1,g))}let _=g*g,b=_*g,x=1-g,T=x*x;return T*x*f+3*T*g*p+3*x*_*m+b*u}getInterpolationInfo(e){let t=["X","Y","Z","ANGLE","default"],n=null,s=!0;for(let r of t){let o=e[r];if(!o||!o.interpolation)continue;let a=o.interpolation;for(let c=0;c<a.length;c++){let l=a[c];n===null?n=l:l!==n&&(s=!1)}}return{type:n||"LINEAR",uniform:s}}applyInterpolation(e,t,n=null){if(t.type==="STEP"&&t.uniform)e.setInterpolation(Br);else if(t.type==="BEZIER"&&t.uniform&&n){let s=n.default;s&&s.inTangent&&s.outTangent&&(e.setInterpolation(il),e.settings={inTangents:new Float32Array(s.inTangent),outTangents:new Float32Array(s.outTangent)})}}prepareAnimationData(e,t){let n=[];for(let s in e)n.push({time:parseFloat(s),value:e[s]});n.sort((s,r)=>s.time-r.time);for(let s=0;s<16;s++)this.transformAnimationData(n,s,t.elements[s]);return n}createKeyframeTracks(e,t){let n=e.keyframes,s=e.name,r=[],o=[],a=[],c=[],l=this.position,h=this.quaternion,f=this.scale,u=this.matrix;for(let d=0,p=n.length;d<p;d++){let y=n[d],m=y.time,g=y.value;u.fromArray(g).transpose(),u.decompose(l,h,f),r.push(m),o.push(l.x,l.y,l.z),a.push(h.x,h.y,h.z,h.w),c.push(f.x,f.y,f.z)}return o.length>0&&t.push(new $n(s+".position",r,o)),a.length>0&&t.push(new _s(s+".quaternion",r,a)),c.length>0&&t.push(new $n(s+".scale",r,c)),t}transformAnimationData(e,t,n){let s,r=!0,o,a;for(o=0,a=e.length;o<a;o++)s=e[o],s.value[t]===void 0?s.value[t]=null:r=!1;if(r===!0)for(o=0,a=e.length;o<a;o++)s=e[o],s.value[t]=n;else this.createMissingKeyframes(e,t)}createMissingKeyframes(e,t){let n,s;for(let r=0,o=e.length;r<o;r++){let a=e[r];if(a.value[t]===null){if(n=this.getPrev(e,r,t),s=this.getNext(e,r,t),n===null){a.value[t]=s.value[t];continue}if(s===null){a.value[t]=n.value[t];continue}this.interpolate(a,n,s,t)}}}getPrev(e,t,n){for(;t>=0;){let s=e[t];if(s.value[n]!==null)return s;t--}return null}getNext(e,t,n){for(;t<e.length;){let s=e[t];if(s.value[n]!==null)return s;t++}return null}interpolate(e,t,n,s){if(n.time-t.time===0){e.value[s]=t.value[s];return}e.value[s]=(e.time-t.time)*(n.value[s]-t.value[s])/(n.time-t.time)+t.value[s]}buildAnimationClip(e){let t=[],n=e.name,s=e.end-e.start||-1,r=e.animations;for(let o=0,a=r.length;o<a;o++){let c=this.getAnimation(r[o]);for(let l=0,h=c.length;l<h;l++)t.push(c[l])}return new ca(n,s,t)}getAnimationClip(e){return this.getBuild(this.library.clips[e],this.buildAnimationClip.bind(this))}buildController(e){let t={id:e.id},n=this.library.geometries[t.id];return e.skin!==void 0&&(t.skin=this.buildSkin(e.skin),n.sources.skinIndices=t.skin.indices,n.sources.skinWeights=t.skin.weights),t}buildSkin(e){let n={joints:[],indices:{array:[],stride:4},weights:{array:[],stride:4}},s=e.sources,r=e.vertexWeights,o=r.vcount,a=r.v,c=r.inputs.JOINT.offset,l=r.inputs.WEIGHT.offset,h=e.sources[e.joints.inputs.JOINT],f=e.sources[e.joints.inputs.INV_BIND_MATRIX],u=s[r.inputs.WEIGHT.id].array,d=0,p,y,m;for(p=0,m=o.length;p<m;p++){let _=o[p],b=[];for(y=0;y<_;y++){let x=a[d+c],T=a[d+l],M=u[T];b.push({index:x,weight:M}),d+=2}for(b.sort(g),y=0;y<4;y++){let x=b[y];x!==void 0?(n.indices.array.push(x.index),n.weights.array.push(x.weight)):(n.indices.array.push(0),n.weights.array.push(0))}}for(e.bindShapeMatrix?n.bindMatrix=new Oe().fromArray(e.bindShapeMatrix).transpose():n.bindMatrix=new Oe().identity(),p=0,m=h.array.length;p<m;p++){let _=h.array[p],b=new Oe().fromArray(f.array,p*f.stride).transpose();n.joints.push({name:_,boneInverse:b})}return n;function g(_,b){return b.weight-_.weight}}getController(e){return this.getBuild(this.library.controllers[e],this.buildController.bind(this))}buildImage(e){return e.build!==void 0?e.build:e.init_from}getImage(e){let t=this.library.images[e];return t!==void 0?this.getBuild(t,this.buildImage.bind(this)):(console.warn("THREE.ColladaLoader: Couldn't find image with ID:",e),null)}buildEffect(e){return e}getEffect(e){return this.getBuild(this.library.effects[e],this.buildEffect.bind(this))}getTextureLoader(e){let t,n=e.slice((e.lastIndexOf(".")-1>>>0)+2);return n=n.toLowerCase(),n==="tga"?t=this.tgaLoader:t=this.textureLoader,t}buildMaterial(e){let t=this.getEffect(e.url),n=t.profile.technique,s;switch(n.type){case"phong":case"blinn":s=new gr;break;case"lambert":s=new Xs;break;default:s=new fr;break}s.name=e.name||"";let r=this;function o(h,f=null){let u=t.profile.samplers[h.id],d=null;if(u!==void 0){let p=t.profile.surfaces[u.source];d=r.getImage(p.init_from)}else console.warn("THREE.ColladaLoader: Undefined sampler. Access image directly (see #12530)."),d=r.getImage(h.id);if(d!==null){let p=r.getTextureLoader(d);if(p!==void 0){let y=p.load(d),m=h.extra;if(m!==void 0&&m.technique!==void 0&&r.isEmpty(m.technique)===!1){let g=m.technique;y.wrapS=g.wrapU?Vs:si,y.wrapT=g.wrapV?Vs:si,y.offset.set(g.offsetU||0,g.offsetV||0),y.repeat.set(g.repeatU||1,g.repeatV||1)}else y.wrapS=Vs,y.wrapT=Vs;return f!==null&&(y.colorSpace=f),y}else return console.warn("THREE.ColladaLoader: Loader for texture %s not found.",d),null}else return console.warn("THREE.ColladaLoader: Couldn't create texture with ID:",h.id),null}let a=n.parameters;for(let h in a){let f=a[h];switch(h){case"diffuse":f.color&&s.color.fromArray(f.color),f.texture&&(s.map=o(f.texture,Ot));break;case"specular":f.color&&s.specular&&s.specular.fromArray(f.color),f.texture&&(s.specularMap=o(f.texture));break;case"bump":f.texture&&(s.normalMap=o(f.texture));break;case"ambient":f.texture&&(s.lightMap=o(f.texture,Ot));break;case"shininess":f.float&&s.shininess&&(s.shininess=f.float);break;case"emission":f.color&&s.emissive&&s.emissive.fromArray(f.color),f.texture&&(s.emissiveMap=o(f.texture,Ot));break}}ut.colorSpaceToWorking(s.color,Ot),s.specular&&ut.colorSpaceToWorking(s.specular,Ot),s.emissive&&ut.colorSpaceToWorking(s.emissive,Ot);let c=a.transparent,l=a.transparency;if(l===void 0&&c&&(l={float:1}),c===void 0&&l&&(c={opaque:"A_ONE",data:{color:[1,1,1,1]}}),c&&l)if(c.data.texture)s.transparent=!0;else{let h=c.data.color;switch(c.opaque){case"A_ONE":s.opacity=h[3]*l.float;break;case"RGB_ZERO":s.opacity=1-h[0]*l.float;break;case"A_ZERO":s.opacity=1-h[3]*l.float;break;case"RGB_ONE":s.opacity=h[0]*l.float;break;default:console.warn('THREE.ColladaLoader: Invalid opaque type "%s" of transparent tag.',c.opaque)}s.opacity<1&&(s.transparent=!0)}if(n.extra!==void 0&&n.extra.technique!==void 0){let h=n.extra.technique;for(let f in h){let u=h[f];switch(f){case"double_sided":s.side=u===1?qn:vs;break;case"bump":s.normalMap=o(u.texture),s.normalScale=new We(1,1);break}}}return s}getMaterial(e){return this.getBuild(this.library.materials[e],this.buildMaterial.bind(this))}buildCamera(e){let t;switch(e.optics.technique){case"perspective":t=new vn(e.optics.parameters.yfov,e.optics.parameters.aspect_ratio,e.optics.parameters.znear,e.optics.parameters.zfar);break;case"orthographic":let n=e.optics.parameters.ymag,s=e.optics.parameters.xmag,r=e.optics.parameters.aspect_ratio;s=s===void 0?n*r:s,n=n===void 0?s/r:n,s*=.5,n*=.5,t=new Vr(-s,s,n,-n,e.optics.parameters.znear,e.optics.parameters.zfar);break;default:t=new vn;break}return t.name=e.name||"",t}getCamera(e){let t=this.library.cameras[e];return t!==void 0?this.getBuild(t,this.buildCamera.bind(this)):(console.warn("THREE.ColladaLoader: Couldn't find camera with ID:",e),null)}buildLight(e){let t;switch(e.technique){case"directional":t=new Wr;break;case"point":t=new Al;break;case"spot":t=new Tl;break;case"ambient":t=new Cl;break}return e.parameters.color&&t.color.copy(e.parameters.color),e.parameters.distance&&(t.distance=e.parameters.distance),e.parameters.falloffAngle&&(t.angle=li.degToRad(e.parameters.falloffAngle)),t}getLight(e){let t=this.library.lights[e];return t!==void 0?this.getBuild(t,this.buildLight.bind(this)):(console.warn("THREE.ColladaLoader: Couldn't find light with ID:",e),null)}groupPrimitives(e){let t={};for(let n=0;n<e.length;n++){let s=e[n];t[s.type]===void 0&&(t[s.type]=[]),t[s.type].push(s)}return t}checkUVCoordinates(e){let t=0;for(let n=0,s=e.length;n<s;n++)e[n].hasUV===!0&&t++;t>0&&t<e.length&&(e.uvsNeedsFix=!0)}buildGeometry(e){let t={},n=e.sources,s=e.vertices,r=e.primitives;if(r.length===0)return{};let o=this.groupPrimitives(r);for(let a in o){let c=o[a];this.checkUVCoordinates(c),t[a]=this.buildGeometryType(c,n,s)}return t}buildGeometryType(e,t,n){let s={},r={array:[],stride:0},o={array:[],stride:0},a={array:[],stride:0},c={array:[],stride:0},l={array:[],stride:0},h={array:[],stride:4},f={array:[],stride:4},u=new bt,d=[],p=0;for(let y=0;y<e.length;y++){let m=e[y],g=m.inputs,_=0;switch(m.type){case"lines":case"linestrips":_=m.count*2;break;case"triangles":_=m.count*3;break;case"polygons":case"polylist":for(let b=0;b<m.count;b++){let x=m.vcount[b];switch(x){case 3:_+=3;break;case 4:_+=6;break;default:_+=(x-2)*3;break}}break;default:console.warn("THREE.ColladaLoader: Unknown primitive type:",m.type)}u.addGroup(p,_,y),p+=_,m.material&&d.push(m.material),m.positionSource=t[n.POSITION],m.positionOffset=g.VERTEX.offset;for(let b in g){let x=g[b];switch(b){case"VERTEX":for(let T in n){let M=n[T];switch(T){case"POSITION":let v=r.array.length;if(this.buildGeometryData(m,t[M],x.offset,r.array),r.stride=t[M].stride,t.skinWeights&&t.skinIndices&&(this.buildGeometryData(m,t.skinIndices,x.offset,h.array),this.buildGeometryData(m,t.skinWeights,x.offset,f.array)),m.hasUV===!1&&e.uvsNeedsFix===!0){let w=(r.array.length-v)/r.stride;for(let D=0;D<w;D++)a.array.push(0,0)}break;case"NORMAL":this.buildGeometryData(m,t[M],x.offset,o.array),o.stride=t[M].stride;break;case"COLOR":this.buildGeometryData(m,t[M],x.offset,l.array,!0),l.stride=t[M].stride;break;case"TEXCOORD":this.buildGeometryData(m,t[M],x.offset,a.array),a.stride=t[M].stride;break;case"TEXCOORD1":this.buildGeometryData(m,t[M],x.offset,c.array),a.stride=t[M].stride;break;default:console.warn('THREE.ColladaLoader: Semantic "%s" not handled in geometry build process.',T)}}break;case"NORMAL":this.buildGeometryData(m,t[x.id],x.offset,o.array),o.stride=t[x.id].stride;break;case"COLOR":this.buildGeometryData(m,t[x.id],x.offset,l.array,!0),l.stride=t[x.id].stride;break;case"TEXCOORD":this.buildGeometryData(m,t[x.id],x.offset,a.array),a.stride=t[x.id].stride;break;case"TEXCOORD1":this.buildGeometryData(m,t[x.id],x.offset,c.array),c.stride=t[x.id].stride;break}}}return r.array.length>0&&u.setAttribute("position",new tt(r.array,r.stride)),o.array.length>0&&u.setAttribute("normal",new tt(o.array,o.stride)),l.array.length>0&&u.setAttribute("color",new tt(l.array,l.stride)),a.array.length>0&&u.setAttribute("uv",new tt(a.array,a.stride)),c.array.length>0&&u.setAttribute("uv1",new tt(c.array,c.stride)),h.array.length>0&&u.setAttribute("skinIndex",new tt(h.array,h.stride)),f.array.length>0&&u.setAttribute("skinWeight",new tt(f.array,f.stride)),s.data=u,s.type=e[0].type,s.materialKeys=d,s}buildGeometryData(e,t,n,s,r=!1){let o=e.p,a=e.stride,c=e.vcount,l=e.positionSource,h=e.positionOffset,f=this.tempColor;function u(y){let m=o[y+n]*p,g=m+p;for(;m<g;m++)s.push(d[m]);if(r){let _=s.length-p;f.setRGB(s[_+0],s[_+1],s[_+2],Ot),s[_+0]=f.r,s[_+1]=f.g,s[_+2]=f.b}}let d=t.array,p=t.stride;if(e.vcount!==void 0){let y=0;for(let m=0,g=c.length;m<g;m++){let _=c[m];if(_===4){let b=y+a*0,x=y+a*1,T=y+a*2,M=y+a*3;u(b),u(x),u(M),u(x),u(T),u(M)}else if(_===3){let b=y+a*0,x=y+a*1,T=y+a*2;u(b),u(x),u(T)}else if(_>4){let b=[];for(let D=0;D<_;D++){let L=y+a*D+h,R=o[L]*l.stride,H=l.array[R],B=l.array[R+1],P=l.array[R+2];b.push(new Y(H,B,P))}let x=new Y,T=new Zi;T.a=b[0],T.b=b[1],T.c=b[2],T.getNormal(x);let M=[];if(Math.abs(x.x)>Math.abs(x.y)&&Math.abs(x.x)>Math.abs(x.z))for(let D=0;D<_;D++)M.push(new We(b[D].y,b[D].z));else if(Math.abs(x.y)>Math.abs(x.z))for(let D=0;D<_;D++)M.push(new We(b[D].x,b[D].z));else for(let D=0;D<_;D++)M.push(new We(b[D].x,b[D].y));let v=aa.isClockWise(M);v===!0&&M.reverse();let w=aa.triangulateShape(M,[]);for(let D=0;D<w.length;D++){let L=w[D],R,H,B;v===!1?(R=L[0],H=L[1],B=L[2]):(R=_-1-L[0],H=_-1-L[2],B=_-1-L[1]);let P=y+a*R,k=y+a*H,O=y+a*B;u(P),u(k),u(O)}}y+=a*_}}else for(let y=0,m=o.length;y<m;y+=a)u(y)}getGeometry(e){return this.getBuild(this.library.geometries[e],this.buildGeometry.bind(this))}buildKinematicsModel(e){return e.build!==void 0?e.build:e}getKinematicsModel(e){return this.getBuild(this.library.kinematicsModels[e],this.buildKinematicsModel.bind(this))}buildKinematicsScene(e){return e.build!==void 0?e.build:e}getKinematicsScene(e){return this.getBuild(this.library.kinematicsScenes[e],this.buildKinematicsScene.bind(this))}setupKinematics(){let e=Object.keys(this.library.kinematicsModels)[0],t=Object.keys(this.library.kinematicsScenes)[0],n=Object.keys(this.library.visualScenes)[0];if(e===void 0||t===void 0)return;let s=this.getKinematicsModel(e),r=this.getKinematicsScene(t),o=this.getVisualScene(n),a=r.bindJointAxis,c={},l=this.collada,h=this;for(let p=0,y=a.length;p<y;p++){let m=a[p],g=l.querySelector('[sid="'+m.target+'"]');if(g){let _=g.parentElement;f(m.jointIndex,_)}}function f(p,y){let m=y.getAttribute("name"),g=s.joints[p],_=h.buildTransformList(y);o.traverse(function(b){b.name===m&&(c[p]={object:b,transforms:_,joint:g,position:g.zeroPosition})})}let u=new Oe,d=this.matrix;this.kinematics={joints:s&&s.joints,getJointValue:function(p){let y=c[p];if(y)return y.position;console.warn("THREE.ColladaLoader: Joint "+p+" doesn't exist.")},setJointValue:function(p,y){let m=c[p];if(m){let g=m.joint;if(y>g.limits.max||y<g.limits.min)console.warn("THREE.ColladaLoader: Joint "+p+" value "+y+" outside of limits (min: "+g.limits.min+", max: "+g.limits.max+").");else if(g.static)console.warn("THREE.ColladaLoader: Joint "+p+" is static.");else{let _=m.object,b=g.axis,x=m.transforms;d.identity();for(let T=0;T<x.length;T++){let M=x[T];if(M.sid&&M.sid.indexOf(p)!==-1)switch(g.type){case"revolute":d.multiply(u.makeRotationAxis(b,li.degToRad(y)));break;case"prismatic":d.multiply(u.makeTranslation(b.x*y,b.y*y,b.z*y));break;default:console.warn("THREE.ColladaLoader: Unknown joint type: "+g.type);break}else switch(M.type){case"matrix":d.multiply(M.obj);break;case"translate":d.multiply(u.makeTranslation(M.obj.x,M.obj.y,M.obj.z));break;case"scale":d.scale(M.obj);break;case"rotate":d.multiply(u.makeRotationAxis(M.obj,M.angle));break}}_.matrix.copy(d),_.matrix.decompose(_.position,_.quaternion,_.scale),c[p].position=y}}else console.warn("THREE.ColladaLoader: Joint "+p+" does not exist.")}}}buildTransformList(e){let t=[],n=this.collada.querySelector('[id="'+e.id+'"]');for(let s=0;s<n.childNodes.length;s++){let r=n.childNodes[s];if(r.nodeType!==1)continue;let o,a;switch(r.nodeName){case"matrix":o=Zn(r.textContent);let c=new Oe().fromArray(o).transpose();t.push({sid:r.getAttribute("sid"),type:r.nodeName,obj:c});break;case"translate":case"scale":o=Zn(r.textContent),a=new Y().fromArray(o),t.push({sid:r.getAttribute("sid"),type:r.nodeName,obj:a});break;case"rotate":o=Zn(r.textContent),a=new Y().fromArray(o);let l=li.degToRad(o[3]);t.push({sid:r.getAttribute("sid"),type:r.nodeName,obj:a,angle:l});break}}return t}buildSkeleton(e,t){let n=[],s=[],r,o,a;for(r=0;r<e.length;r++){let h=e[r],f;if(this.hasNode(h))f=this.getNode(h),this.buildBoneHierarchy(f,t,n);else if(this.hasVisualScene(h)){let d=this.library.visualScenes[h].children;for(let p=0;p<d.length;p++){let y=d[p];if(y.type==="JOINT"){let m=this.getNode(y.id);this.buildBoneHierarchy(m,t,n)}}}else console.error("THREE.ColladaLoader: Unable to find root bone of skeleton with ID:",h)}for(r=0;r<t.length;r++)for(o=0;o<n.length;o++)if(a=n[o],a.bone.name===t[r].name){s[r]=a,a.processed=!0;break}for(r=0;r<n.length;r++)a=n[r],a.processed===!1&&(s.push(a),a.processed=!0);let c=[],l=[];for(r=0;r<s.length;r++)a=s[r],c.push(a.bone),l.push(a.boneInverse);return new dl(c,l)}buildBoneHierarchy(e,t,n){e.traverse(function(s){if(s.isBone===!0){let r;for(let o=0;o<t.length;o++){let a=t[o];if(a.name===s.name){r=a.boneInverse;break}}r===void 0&&(r=new Oe),n.push({bone:s,boneInverse:r,processed:!1})}})}buildNode(e){let t=[],n=e.matrix,s=e.nodes,r=e.type,o=e.instanceCameras,a=e.instanceControllers,c=e.instanceLights,l=e.instanceGeometries,h=e.instanceNodes;for(let u=0,d=s.length;u<d;u++)t.push(this.getNode(s[u]));for(let u=0,d=o.length;u<d;u++){let p=this.getCamera(o[u]);p!==null&&t.push(p.clone())}for(let u=0,d=a.length;u<d;u++){let p=a[u],y=this.getController(p.id),m=this.getGeometry(y.id),g=this.buildObjects(m,p.materials),_=p.skeletons,b=y.skin.joints,x=this.buildSkeleton(_,b);for(let T=0,M=g.length;T<M;T++){let v=g[T];v.isSkinnedMesh&&(v.bind(x,y.skin.bindMatrix),v.normalizeSkinWeights()),t.push(v)}}for(let u=0,d=c.length;u<d;u++){let p=this.getLight(c[u]);p!==null&&t.push(p.clone())}for(let u=0,d=l.length;u<d;u++){let p=l[u],y=this.getGeometry(p.id),m=this.buildObjects(y,p.materials);for(let g=0,_=m.length;g<_;g++)t.push(m[g])}for(let u=0,d=h.length;u<d;u++)t.push(this.getNode(h[u]).clone());let f;if(s.length===0&&t.length===1)f=t[0];else{f=r==="JOINT"?new sa:new $t;for(let u=0;u<t.length;u++)f.add(t[u])}return f.name=r==="JOINT"?e.sid:e.name,r!=="JOINT"&&this.hasPivotTransforms(e)?this.wrapWithTransformHierarchy(f,e):(f.matrix.copy(n),f.matrix.decompose(f.position,f.quaternion,f.scale),f)}wrapWithTransformHierarchy(e,t){let n=t.id;this.transformNodes[n]={};let s=t.transformOrder,r=t.transformData,o=new $t;o.name=t.name;let a=o;for(let c=0;c<s.length;c++){let l=s[c],h=r[l],f=new $t;switch(f.name=t.name+"_"+l,h.type){case"translate":f.position.set(h.x,h.y,h.z);break;case"rotate":{let u=new Y(h.axis[0],h.axis[1],h.axis[2]),d=li.degToRad(h.angle);f.quaternion.setFromAxisAngle(u,d),f.userData.rotationAxis=u;break}case"scale":f.scale.set(h.x,h.y,h.z);break;case"matrix":{new Oe().fromArray(h.array).transpose().decompose(f.position,f.quaternion,f.scale);break}}this.transformNodes[n][l]=f,a.add(f),a=f}return a.add(e),o}resolveMaterialBinding(e,t){let n=[];for(let s=0,r=e.length;s<r;s++){let o=t[e[s]];o===void 0?(console.warn("THREE.ColladaLoader: Material with key %s not found. Apply fallback material.",e[s]),n.push(this.fallbackMaterial)):n.push(this.getMaterial(o))}return n}get fallbackMaterial(){return this._fallbackMaterial===void 0&&(this._fallbackMaterial=new fr({name:Xn.DEFAULT_MATERIAL_NAME,color:16711935})),this._fallbackMaterial}buildObjects(e,t){let n=[];for(let s in e){let r=e[s],o=this.resolveMaterialBinding(r.materialKeys,t);if(o.length===0&&(s==="lines"||s==="linestrips"?o.push(new Wn):o.push(new gr)),s==="lines"||s==="linestrips")for(let h=0,f=o.length;h<f;h++){let u=o[h];if(u.isMeshPhongMaterial===!0||u.isMeshLambertMaterial===!0){let d=new Wn;d.color.copy(u.color),d.opacity=u.opacity,d.transparent=u.transparent,o[h]=d}}let a=r.data.attributes.skinIndex!==void 0,c=o.length===1?o[0]:o,l;switch(s){case"lines":l=new Ui(r.data,c);break;case"linestrips":l=new ps(r.data,c);break;case"triangles":case"polygons":case"polylist":a?l=new fl(r.data,c):l=new Ct(r.data,c);break}n.push(l)}return n}hasNode(e){return this.library.nodes[e]!==void 0}getNode(e){return this.getBuild(this.library.nodes[e],this.buildNode.bind(this))}buildVisualScene(e){let t=new $t;t.name=e.name;let n=e.children;for(let s=0;s<n.length;s++){let r=n[s];t.add(this.getNode(r.id))}return t}hasVisualScene(e){return this.library.visualScenes[e]!==void 0}getVisualScene(e){return this.getBuild(this.library.visualScenes[e],this.buildVisualScene.bind(this))}parseScene(e){let t=pi(e,"instance_visual_scene")[0];return this.getVisualScene(this.parseId(t.getAttribute("url")))}parseId(e){return e.substring(1)}setupAnimations(){let e=this.library.clips;if(this.isEmpty(e)===!0){if(this.isEmpty(this.library.animations)===!1){let t=[];for(let n in this.library.animations){let s=this.getAnimation(n);for(let r=0,o=s.length;r<o;r++)t.push(s[r])}this.buildDeferredPivotAnimationTracks(t),this.animations.push(new ca("default",-1,t))}}else for(let t in e)this.animations.push(this.getAnimationClip(t))}buildDeferredPivotAnimationTracks(e){for(let t in this.deferredPivotAnimations){let n=this.library.nodes[t];if(!n)continue;let s=this.deferredPivotAnimations[t];this.buildTransformHierarchyTracks(t,s,n,e)}}buildTransformHierarchyTracks(e,t,n,s){let r=this.transformNodes[e];if(!r){console.warn("THREE.ColladaLoader: Transform hierarchy not found for node:",e);return}for(let o in t){let a=r[o];if(!a)continue;let c=n.transforms[o],l=n.transformData[o],h=t[o];switch(c){case"translate":this.buildHierarchyTranslateTrack(a,h,l,s);break;case"rotate":this.buildHierarchyRotateTrack(a,h,l,s);break;case"scale":this.buildHierarchyScaleTrack(a,h,l,s);break}}}buildHierarchyTranslateTrack(e,t,n,s){if(t.default&&t.default.stride===3){let l=t.default,h=new $n(e.uuid+".position",Array.from(l.times),Array.from(l.values)),f=this.getInterpolationInfo(t);this.applyInterpolation(h,f,t),s.push(h);return}let r=this.getTimesForAllAxes(t);if(r.length===0)return;let o=[],a=this.getInterpolationInfo(t);for(let l=0;l<r.length;l++){let h=r[l],f=this.getValueAtTime(t.X,h,n.x),u=this.getValueAtTime(t.Y,h,n.y),d=this.getValueAtTime(t.Z,h,n.z);o.push(f,u,d)}let c=new $n(e.uuid+".position",r,o);this.applyInterpolation(c,a),s.push(c)}buildHierarchyRotateTrack(e,t,n,s){let r=t.ANGLE||t.default;if(!r)return;let o=Array.from(r.times);if(o.length===0)return;let a=e.userData.rotationAxis||new Y(n.axis[0],n.axis[1],n.axis[2]),c=new cn,l=new cn,h=[],f=this.getInterpolationInfo(t);for(let d=0;d<o.length;d++){let p=o[d],y=this.getValueAtTime(r,p,n.angle),m=li.degToRad(y);c.setFromAxisAngle(a,m),d>0&&l.dot(c)<0&&(c.x=-c.x,c.y=-c.y,c.z=-c.z,c.w=-c.w),l.copy(c),h.push(c.x,c.y,c.z,c.w)}let u=new _s(e.uuid+".quaternion",o,h);this.applyInterpolation(u,f),s.push(u)}buildHierarchyScaleTrack(e,t,n,s){if(t.default&&t.default.stride===3){let l=t.default,h=new $n(e.uuid+".scale",Array.from(l.times),Array.from(l.values)),f=this.getInterpolationInfo(t);this.applyInterpolation(h,f,t),s.push(h);return}let r=this.getTimesForAllAxes(t);if(r.length===0)return;let o=[],a=this.getInterpolationInfo(t);for(let l=0;l<r.length;l++){let h=r[l],f=this.getValueAtTime(t.X,h,n.x),u=this.getValueAtTime(t.Y,h,n.y),d=this.getValueAtTime(t.Z,h,n.z);o.push(f,u,d)}let c=new $n(e.uuid+".scale",r,o);this.applyInterpolation(c,a),s.push(c)}};var Fu=class extends Xn{load(e,t,n,s){let r=this,o=r.path===""?Rl.extractUrlBase(e):r.path,a=new xs(r.manager);a.setPriority(r.priority),a.setCache(r.cache),a.setPath(r.path),a.setRequestHeader(r.requestHeader),a.setWithCredentials(r.withCredentials),a.load(e,function(c){try{t(r.parse(c,o))}catch(l){s?s(l):console.error(l),r.manager.itemError(e)}},n,s)}parse(e,t){if(e.length===0)return{scene:new zr};let s=new Du().parse(e);if(s===null)return null;let{library:r,asset:o,collada:a}=s,c=new Ml(this.manager);c.setPriority(this.priority),c.setCache(this.cache),c.setPath(this.resourcePath||t).setCrossOrigin(this.crossOrigin);let l;jl&&(l=new jl(this.manager),l.setPriority(this.priority),l.setCache(this.cache),l.setPath(this.resourcePath||t),l.setRequestHeader(this.requestHeader),l.setWithCredentials(this.withCredentials));let h=new Uu(r,a,c,l),{scene:f,animations:u,kinematics:d}=h.compose();return f.animations=u,o.upAxis==="Z_UP"&&(console.warn("THREE.ColladaLoader: You are loading an asset with a Z-UP coordinate system. The loader just rotates the asset to transform it into Y-UP. The vertex data are not converted, see #24289."),f.rotation.set(-Math.PI/2,0,0)),f.scale.multiplyScalar(o.unit),{get animations(){return console.warn("THREE.ColladaLoader: Please access animations over scene.animations now."),u},kinematics:d,library:r,scene:f}}};var s1=/^[og]\s*(.+)?/,r1=/^mtllib /,o1=/^usemtl /,a1=/^usemap /,Ou=/\s+/,N_=new Y,Tp=new Y,D_=new Y,U_=new Y,ki=new Y,Bu=new Xe;function l1(){let i={objects:[],object:{},vertices:[],normals:[],colors:[],uvs:[],materials:{},materialLibraries:[],startObject:function(e,t){if(this.object&&this.object.fromDeclaration===!1){this.object.name=e,this.object.fromDeclaration=t!==!1;return}let n=this.object&&typeof this.object.currentMaterial=="function"?this.object.currentMaterial():void 0;if(this.object&&typeof this.object._finalize=="function"&&this.object._finalize(!0),this.object={name:e||"",fromDeclaration:t!==!1,geometry:{vertices:[],normals:[],colors:[],uvs:[],hasUVIndices:!1},materials:[],smooth:!0,startMaterial:function(s,r){let o=this._finalize(!1);o&&(o.inherited||o.groupCount<=0)&&this.materials.splice(o.index,1);let a={index:this.materials.length,name:s||"",mtllib:Array.isArray(r)&&r.length>0?r[r.length-1]:"",smooth:o!==void 0?o.smooth:this.smooth,groupStart:o!==void 0?o.groupEnd:0,groupEnd:-1,groupCount:-1,inherited:!1,clone:function(c){let l={index:typeof c=="number"?c:this.index,name:this.name,mtllib:this.mtllib,smooth:this.smooth,groupStart:0,groupEnd:-1,groupCount:-1,inherited:!1};return l.clone=this.clone.bind(l),l}};return this.materials.push(a),a},currentMaterial:function(){if(this.materials.length>0)return this.materials[this.materials.length-1]},_finalize:function(s){let r=this.currentMaterial();if(r&&r.groupEnd===-1&&(r.groupEnd=this.geometry.vertices.length/3,r.groupCount=r.groupEnd-r.groupStart,r.inherited=!1),s&&this.materials.length>1)for(let o=this.materials.length-1;o>=0;o--)this.materials[o].groupCount<=0&&this.materials.splice(o,1);return s&&this.materials.length===0&&this.materials.push({name:"",smooth:this.smooth}),r}},n&&n.name&&typeof n.clone=="function"){let s=n.clone(0);s.inherited=!0,this.object.materials.push(s)}this.objects.push(this.object)},finalize:function(){this.object&&typeof this.object._finalize=="function"&&this.object._finalize(!0)},parseVertexIndex:function(e,t){let n=parseInt(e,10);return(n>=0?n-1:n+t/3)*3},parseNormalIndex:function(e,t){let n=parseInt(e,10);return(n>=0?n-1:n+t/3)*3},parseUVIndex:function(e,t){let n=parseInt(e,10);return(n>=0?n-1:n+t/2)*2},addVertex:function(e,t,n){let s=this.vertices,r=this.object.geometry.vertices;r.push(s[e+0],s[e+1],s[e+2]),r.push(s[t+0],s[t+1],s[t+2]),r.push(s[n+0],s[n+1],s[n+2])},addVertexPoint:function(e){let t=this.vertices;this.object.geometry.vertices.push(t[e+0],t[e+1],t[e+2])},addVertexLine:function(e){let t=this.vertices;this.object.geometry.vertices.push(t[e+0],t[e+1],t[e+2])},addNormal:function(e,t,n){let s=this.normals,r=this.object.geometry.normals;r.push(s[e+0],s[e+1],s[e+2]),r.push(s[t+0],s[t+1],s[t+2]),r.push(s[n+0],s[n+1],s[n+2])},addFaceNormal:function(e,t,n){let s=this.vertices,r=this.object.geometry.normals;N_.fromArray(s,e),Tp.fromArray(s,t),D_.fromArray(s,n),ki.subVectors(D_,Tp),U_.subVectors(N_,Tp),ki.cross(U_),ki.normalize(),r.push(ki.x,ki.y,ki.z),r.push(ki.x,ki.y,ki.z),r.push(ki.x,ki.y,ki.z)},addColor:function(e,t,n){let s=this.colors,r=this.object.geometry.colors;s[e]!==void 0&&r.push(s[e+0],s[e+1],s[e+2]),s[t]!==void 0&&r.push(s[t+0],s[t+1],s[t+2]),s[n]!==void 0&&r.push(s[n+0],s[n+1],s[n+2])},addUV:function(e,t,n){let s=this.uvs,r=this.object.geometry.uvs;r.push(s[e+0],s[e+1]),r.push(s[t+0],s[t+1]),r.push(s[n+0],s[n+1])},addDefaultUV:function(){let e=this.object.geometry.uvs;e.push(0,0),e.push(0,0),e.push(0,0)},addUVLine:function(e){let t=this.uvs;this.object.geometry.uvs.push(t[e+0],t[e+1])},addFace:function(e,t,n,s,r,o,a,c,l){let h=this.vertices.length,f=this.parseVertexIndex(e,h),u=this.parseVertexIndex(t,h),d=this.parseVertexIndex(n,h);if(this.addVertex(f,u,d),this.addColor(f,u,d),a!==void 0&&a!==""){let p=this.normals.length;f=this.parseNormalIndex(a,p),u=this.parseNormalIndex(c,p),d=this.parseNormalIndex(l,p),this.addNormal(f,u,d)}else this.addFaceNormal(f,u,d);if(s!==void 0&&s!==""){let p=this.uvs.length;f=this.parseUVIndex(s,p),u=this.parseUVIndex(r,p),d=this.parseUVIndex(o,p),this.addUV(f,u,d),this.object.geometry.hasUVIndices=!0}else this.addDefaultUV()},addPointGeometry:function(e){this.object.geometry.type="Points";let t=this.vertices.length;for(let n=0,s=e.length;n<s;n++){let r=this.parseVertexIndex(e[n],t);this.addVertexPoint(r),this.addColor(r)}},addLineGeometry:function(e,t){this.object.geometry.type="Line";let n=this.vertices.length,s=this.uvs.length;for(let r=0,o=e.length-1;r<o;r++)this.addVertexLine(this.parseVertexIndex(e[r],n)),this.addVertexLine(this.parseVertexIndex(e[r+1],n));for(let r=0,o=t.length-1;r<o;r++)this.addUVLine(this.parseUVIndex(t[r],s)),this.addUVLine(this.parseUVIndex(t[r+1],s))}};return i.startObject("",!1),i}var ku=class extends Xn{constructor(e){super(e),this.materials=null}load(e,t,n,s){let r=this,o=new xs(this.manager);o.setPriority(this.priority),o.setCache(this.cache),o.setPath(this.path),o.setRequestHeader(this.requestHeader),o.setWithCredentials(this.withCredentials),o.load(e,function(a){try{t(r.parse(a))}catch(c){s?s(c):console.error(c),r.manager.itemError(e)}},n,s)}setMaterials(e){return this.materials=e,this}parse(e){let t=new l1;e.indexOf(`\r
`)!==-1&&(e=e.replace(/\r\n/g,`
`)),e.indexOf(`\\
`)!==-1&&(e=e.replace(/\\\n/g,""));let n=e.split(`
`),s=[];for(let a=0,c=n.length;a<c;a++){let l=n[a].trimStart();if(l.length===0)continue;let h=l.charAt(0);if(h!=="#")if(h==="v"){let f=l.split(Ou);switch(f[0]){case"v":t.vertices.push(parseFloat(f[1]),parseFloat(f[2]),parseFloat(f[3])),f.length>=7?(Bu.setRGB(parseFloat(f[4]),parseFloat(f[5]),parseFloat(f[6]),Ot),t.colors.push(Bu.r,Bu.g,Bu.b)):t.colors.push(void 0,void 0,void 0);break;case"vn":t.normals.push(parseFloat(f[1]),parseFloat(f[2]),parseFloat(f[3]));break;case"vt":t.uvs.push(parseFloat(f[1]),parseFloat(f[2]));break}}else if(h==="f"){let u=l.slice(1).trim().split(Ou),d=[];for(let y=0,m=u.length;y<m;y++){let g=u[y];if(g.length>0){let _=g.split("/");d.push(_)}}let p=d[0];for(let y=1,m=d.length-1;y<m;y++){let g=d[y],_=d[y+1];t.addFace(p[0],g[0],_[0],p[1],g[1],_[1],p[2],g[2],_[2])}}else if(h==="l"){let f=l.substring(1).trim().split(Ou),u=[],d=[];if(l.indexOf("/")===-1)u=f;else for(let p=0,y=f.length;p<y;p++){let m=f[p].split("/");m[0]!==""&&u.push(m[0]),m[1]!==""&&d.push(m[1])}t.addLineGeometry(u,d)}else if(h==="p"){let u=l.slice(1).trim().split(Ou);t.addPointGeometry(u)}else if((s=s1.exec(l))!==null){let f=(" "+s[0].slice(1).trim()).slice(1);t.startObject(f)}else if(o1.test(l))t.object.startMaterial(l.substring(7).trim(),t.materialLibraries);else if(r1.test(l))t.materialLibraries.push(l.substring(7).trim());else if(a1.test(l))console.warn('THREE.OBJLoader: Rendering identifier "usemap" not supported. Textures must be defined in MTL files.');else if(h==="s"){if(s=l.split(" "),s.length>1){let u=s[1].trim().toLowerCase();t.object.smooth=u!=="0"&&u!=="off"}else t.object.smooth=!0;let f=t.object.currentMaterial();f&&(f.smooth=t.object.smooth)}else{if(l==="\0")continue;console.warn('THREE.OBJLoader: Unexpected line: "'+l+'"')}}t.finalize();let r=new $t;if(r.materialLibraries=[].concat(t.materialLibraries),!(t.objects.length===1&&t.objects[0].geometry.vertices.length===0)===!0)for(let a=0,c=t.objects.length;a<c;a++){let l=t.objects[a],h=l.geometry,f=l.materials,u=h.type==="Line",d=h.type==="Points",p=!1;if(h.vertices.length===0)continue;let y=new bt;y.setAttribute("position",new tt(h.vertices,3)),h.normals.length>0&&y.setAttribute("normal",new tt(h.normals,3)),h.colors.length>0&&(p=!0,y.setAttribute("color",new tt(h.colors,3))),h.hasUVIndices===!0&&y.setAttribute("uv",new tt(h.uvs,2));let m=[];for(let _=0,b=f.length;_<b;_++){let x=f[_],T=x.name+"_"+x.smooth+"_"+p,M=t.materials[T];if(this.materials!==null){if(M=this.materials.create(x.name),u&&M&&!(M instanceof Wn)){let v=new Wn;ri.prototype.copy.call(v,M),v.color.copy(M.color),M=v}else if(d&&M&&!(M instanceof Fi)){let v=new Fi({size:10,sizeAttenuation:!1});ri.prototype.copy.call(v,M),v.color.copy(M.color),v.map=M.map,M=v}}M===void 0&&(u?M=new Wn:d?M=new Fi({size:1,sizeAttenuation:!1}):M=new gr,M.name=x.name,M.flatShading=!x.smooth,M.vertexColors=p,t.materials[T]=M),m.push(M)}let g;if(m.length>1){for(let _=0,b=f.length;_<b;_++){let x=f[_];y.addGroup(x.groupStart,x.groupCount,_)}u?g=new Ui(y,m):d?g=new Ki(y,m):g=new Ct(y,m)}else u?g=new Ui(y,m[0]):d?g=new Ki(y,m[0]):g=new Ct(y,m[0]);g.name=l.name,r.add(g)}else if(t.vertices.length>0){let a=new Fi({size:1,sizeAttenuation:!1}),c=new bt;c.setAttribute("position",new tt(t.vertices,3)),t.colors.length>0&&t.colors[0]!==void 0&&(c.setAttribute("color",new tt(t.colors,3)),a.vertexColors=!0);let l=new Ki(c,a);r.add(l)}return r}};var zu=class extends Xn{constructor(e){super(e)}load(e,t,n,s){let r=this,o=new xs(this.manager);o.setPriority(this.priority),o.setCache(this.cache),o.setPath(this.path),o.setResponseType("arraybuffer"),o.setRequestHeader(this.requestHeader),o.setWithCredentials(this.withCredentials),o.load(e,function(a){try{t(r.parse(a))}catch(c){s?s(c):console.error(c),r.manager.itemError(e)}},n,s)}parse(e){function t(l){let h=new DataView(l),f=32/8*3+32/8*3*3+16/8,u=h.getUint32(80,!0);if(80+32/8+u*f===h.byteLength)return!0;let p=[115,111,108,105,100];for(let y=0;y<5;y++)if(n(p,h,y))return!1;return!0}function n(l,h,f){for(let u=0,d=l.length;u<d;u++)if(l[u]!==h.getUint8(f+u))return!1;return!0}function s(l){let h=new DataView(l),f=h.getUint32(80,!0),u,d,p,y=!1,m,g,_,b,x;for(let R=0;R<=70;R++)h.getUint32(R,!1)==1129270351&&h.getUint8(R+4)==82&&h.getUint8(R+5)==61&&(y=!0,m=new Float32Array(f*3*3),g=h.getUint8(R+6)/255,_=h.getUint8(R+7)/255,b=h.getUint8(R+8)/255,x=h.getUint8(R+9)/255);let T=84,M=50,v=new bt,w=new Float32Array(f*3*3),D=new Float32Array(f*3*3),L=new Xe;for(let R=0;R<f;R++){let H=T+R*M,B=h.getFloat32(H,!0),P=h.getFloat32(H+4,!0),k=h.getFloat32(H+8,!0);if(y){let O=h.getUint16(H+48,!0);(O&32768)===0?(u=(O&31)/31,d=(O>>5&31)/31,p=(O>>10&31)/31):(u=g,d=_,p=b)}for(let O=1;O<=3;O++){let V=H+O*12,se=R*3*3+(O-1)*3;w[se]=h.getFloat32(V,!0),w[se+1]=h.getFloat32(V+4,!0),w[se+2]=h.getFloat32(V+8,!0),D[se]=B,D[se+1]=P,D[se+2]=k,y&&(L.setRGB(u,d,p,Ot),m[se]=L.r,m[se+1]=L.g,m[se+2]=L.b)}}return v.setAttribute("position",new Qt(w,3)),v.setAttribute("normal",new Qt(D,3)),y&&(v.setAttribute("color",new Qt(m,3)),v.hasColors=!0,v.alpha=x),v}function r(l){let h=new bt,f=/solid([\s\S]*?)endsolid/g,u=/facet([\s\S]*?)endfacet/g,d=/solid\s(.+)/,p=0,y=/[\s]+([+-]?(?:\d*)(?:\.\d*)?(?:[eE][+-]?\d+)?)/.source,m=new RegExp("vertex"+y+y+y,"g"),g=new RegExp("normal"+y+y+y,"g"),_=[],b=[],x=[],T=new Y,M,v=0,w=0,D=0;for(;(M=f.exec(l))!==null;){w=D;let L=M[0],R=(M=d.exec(L))!==null?M[1]:"";for(x.push(R);(M=u.exec(L))!==null;){let P=0,k=0,O=M[0];for(;(M=g.exec(O))!==null;)T.x=parseFloat(M[1]),T.y=parseFloat(M[2]),T.z=parseFloat(M[3]),k++;for(;(M=m.exec(O))!==null;)_.push(parseFloat(M[1]),parseFloat(M[2]),parseFloat(M[3])),b.push(T.x,T.y,T.z),P++,D++;k!==1&&console.error("THREE.STLLoader: Something isn't right with the normal of face number "+p),P!==3&&console.error("THREE.STLLoader: Something isn't right with the vertices of face number "+p),p++}let H=w,B=D-w;h.userData.groupNames=x,h.addGroup(H,B,v),v++}return h.setAttribute("position",new tt(_,3)),h.setAttribute("normal",new tt(b,3)),h}function o(l){return typeof l!="string"?new TextDecoder().decode(l):l}function a(l){if(typeof l=="string"){let h=new Uint8Array(l.length);for(let f=0;f<l.length;f++)h[f]=l.charCodeAt(f)&255;return h.buffer||h}else return l}let c=a(e);return t(c)?s(c):r(o(e))}};function O_(i,e=!1){let t=i[0].index!==null,n=new Set(Object.keys(i[0].attributes)),s=new Set(Object.keys(i[0].morphAttributes)),r={},o={},a=i[0].morphTargetsRelative,c=new bt;c.morphTargetsRelative=a;let l=0;for(let h=0;h<i.length;++h){let f=i[h],u=0,d=0;if(t!==(f.index!==null))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". All geometries must have compatible attributes; make sure index attribute exists among all geometries, or in none of them."),null;for(let p in f.attributes){if(!n.has(p))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+'. All geometries must have compatible attributes; make sure "'+p+'" attribute exists among all geometries, or in none of them.'),null;r[p]===void 0&&(r[p]=[]),r[p].push(f.attributes[p]),u++}if(u!==n.size)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". Make sure all geometries have the same number of attributes."),null;if(a!==f.morphTargetsRelative)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". .morphTargetsRelative must be consistent throughout all geometries."),null;for(let p in f.morphAttributes){if(!s.has(p))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+".  .morphAttributes must be consistent throughout all geometries."),null;if(f.morphAttributes[p].length!==i[0].morphAttributes[p].length)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+'. All geometries must have the same number of morph targets for the "'+p+'" morph attribute.'),null;o[p]===void 0&&(o[p]=[]),o[p].push(f.morphAttributes[p]),d++}if(d!==s.size)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". Make sure all geometries have the same number of morph attributes."),null;if(e){let p;if(t)p=f.index.count;else if(f.attributes.position!==void 0)p=f.attributes.position.count;else return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". The geometry must have either an index or a position attribute"),null;c.addGroup(l,p,h),l+=p}}if(t){let h=0,f=[];for(let u=0;u<i.length;++u){let d=i[u].index;for(let p=0;p<d.count;++p)f.push(d.getX(p)+h);h+=i[u].attributes.position.count}c.setIndex(f)}for(let h in r){let f=F_(r[h]);if(!f)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed while trying to merge the "+h+" attribute."),null;c.setAttribute(h,f)}for(let h in o){let f=o[h][0].length;if(f!==0){c.morphAttributes=c.morphAttributes||{},c.morphAttributes[h]=[];for(let u=0;u<f;++u){let d=[];for(let y=0;y<o[h].length;++y)d.push(o[h][y][u]);let p=F_(d);if(!p)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed while trying to merge the "+h+" morphAttribute."),null;c.morphAttributes[h].push(p)}}}return c}function F_(i){let e,t,n,s=-1,r=0;for(let l=0;l<i.length;++l){let h=i[l];if(e===void 0&&(e=h.array.constructor),e!==h.array.constructor)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.array must be of consistent array types across matching attributes."),null;if(t===void 0&&(t=h.itemSize),t!==h.itemSize)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.itemSize must be consistent across matching attributes."),null;if(n===void 0&&(n=h.normalized),n!==h.normalized)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.normalized must be consistent across matching attributes."),null;if(s===-1&&(s=h.gpuType),s!==h.gpuType)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.gpuType must be consistent across matching attributes."),null;r+=h.count*t}let o=new e(r),a=new Qt(o,t,n),c=0;for(let l=0;l<i.length;++l){let h=i[l];if(h.isInterleavedBufferAttribute){let f=c/t;for(let u=0,d=h.count;u<d;u++)for(let p=0;p<t;p++){let y=h.getComponent(u,p);a.setComponent(u+f,p,y)}}else o.set(h.array,c);c+=h.count*t}return s!==void 0&&(a.gpuType=s),a}var Ts=i=>new Xe().setRGB(i[0]??0,i[1]??0,i[2]??0,Ot),c1=Ts([.7,.7,.7]),Ap=new TextDecoder,zt=(i,e)=>[...i.children].find(t=>t.tagName===e),B_=(i,...e)=>e.reduce((t,n)=>t&&zt(t,n),i),ts=(i,e)=>{let t=(i??"").trim().split(/\s+/).map(Number);return Array.from({length:e},(n,s)=>Number.isFinite(t[s])?t[s]:0)};function Kr(i){let[e,t,n,s,r,o]=ts(i,6);return new Oe().makeRotationFromEuler(new Vn(s,r,o,"ZYX")).setPosition(e,t,n)}function Qr(i){return new DOMParser().parseFromString(i,"application/xml").documentElement}var Gu=class{constructor(e){this.connection=e}connection;#e=new Map;#n=new Map;async text(e){return Ap.decode(await this.connection.asset(e))}async model(e){let n=[...Qr(await this.text(`model://${e}/model.config`)).querySelectorAll("sdf")].map(o=>o.textContent.trim()),r=Qr(await this.text(`model://${e}/${n.at(-1)??"model.sdf"}`)).querySelector("model");if(!r)throw new Error(`model://${e} has no <model>`);return r}async parts(e,t){return(await Promise.all([...[...e.children].filter(s=>s.tagName==="link").map(s=>this.#r(s,t)),...[...e.children].filter(s=>s.tagName==="model").map(async s=>Es(await this.parts(s),Kr(zt(s,"pose")?.textContent))),...[...e.children].filter(s=>s.tagName==="include").map(s=>this.include(s))])).flat()}async include(e){let t=(zt(e,"uri")?.textContent??"").trim().replace(/^model:\/\//,""),n=await this.model(t),s=zt(e,"pose")??zt(n,"pose");return Es(await this.parts(n),Kr(s?.textContent))}async#r(e,t){let n=[...e.children].filter(r=>r.tagName==="visual"),s=await Promise.all(n.map(r=>this.#s(r,t).catch(()=>[])));return Es(s.flat(),Kr(zt(e,"pose")?.textContent))}async#s(e,t){let n=e.getAttribute("name")??"",s=zt(e,"geometry")?.firstElementChild;if(!s)return[];let r=zt(e,"material"),o=r&&zt(r,"diffuse"),a=o&&Ts(ts(o.textContent,3)),c=r&&await this.#i(r).catch(()=>{});c&&(a=a?a.multiply(c):c),t&&n==="body"&&(a=t);let l=Number(zt(e,"transparency")?.textContent??0),f=(await this.shape(s)).map(u=>({...u,name:n,colour:a??u.colour,opacity:1-l}));return Es(f,Kr(zt(e,"pose")?.textContent))}async#i(e){let t=zt(e,"script"),n=t&&zt(t,"name")?.textContent?.trim(),s=[...t?.children??[]].filter(r=>r.tagName==="uri").map(r=>r.textContent.trim());for(let r of s){let o=/\.material$/.test(r)?r:`${r}/${r.split("/")[2]}.material`,c=(await this.text(o).catch(()=>"")).split(/^material\s+/m).find(h=>h.split(/\s/)[0]===n),l=c&&/^\s*texture\s+(\S+)/m.exec(c)?.[1];if(l)for(let h of s){let f=await this.#t(`${h}/${l}`).catch(()=>{});if(f)return f}}}#t(e){let t=this.#n.get(e);return t||(t=this.connection.asset(e).then(h1),t.catch(()=>{}),this.#n.set(e,t)),t}async shape(e){let t=n=>Number(zt(e,n)?.textContent??0);switch(e.tagName){case"box":return[Jr(new oi(...ts(zt(e,"size")?.textContent,3)))];case"cylinder":return[Jr(new ms(t("radius"),t("radius"),t("length"),24).rotateX(Math.PI/2))];case"sphere":return[Jr(new gs(t("radius"),24,16))];case"plane":{let[n,s]=ts(zt(e,"size")?.textContent,2);return[Jr(new Hr(n||100,s||100))]}case"mesh":{let[n,s,r]=ts(zt(e,"scale")?.textContent??"1 1 1",3),o=await this.mesh((zt(e,"uri")?.textContent??"").trim());return Es(o,new Oe().makeScale(n,s,r))}default:return[]}}mesh(e){let t=this.#e.get(e);return t||(t=this.#o(e),t.catch(()=>this.#e.delete(e)),this.#e.set(e,t)),t}async#o(e){let t=e.toLowerCase().split(".").at(-1),n=await this.connection.asset(e);if(t==="stl")return[Jr(new zu().parse(n.slice().buffer))];if(t==="dae")return u1(Ap.decode(n));if(t==="obj")return this.#a(e,Ap.decode(n));throw new Error(`${e}: meshes are obj, dae or stl`)}async#a(e,t){let n=new Map,s=/^mtllib\s+(.+)$/m.exec(t)?.[1]?.trim();if(s){let o=await this.text(e.replace(/[^/]*$/,s)).catch(()=>""),a="";for(let c of o.split(`
`)){let[l,...h]=c.trim().split(/\s+/);l==="newmtl"?a=h.join(" "):l==="Kd"&&n.set(a,Ts(h.map(Number)))}}let r=[];return new ku().parse(t).traverse(o=>{if(!(o instanceof Ct))return;let a=Array.isArray(o.material)?o.material:[o.material],c=o.geometry.groups.length?o.geometry.groups:[{start:0,count:o.geometry.attributes.position.count,materialIndex:0}];for(let l of c){let h=f1(o.geometry,l.start,l.count);r.push(Jr(h,n.get(a[l.materialIndex??0]?.name??"")))}}),r}};async function h1(i){let t=await createImageBitmap(new Blob([i.slice()]),{resizeWidth:16,resizeHeight:16,resizeQuality:"medium"}),s=new OffscreenCanvas(16,16).getContext("2d");s.drawImage(t,0,0);let r=s.getImageData(0,0,16,16).data,o=[0,0,0];return r.forEach((a,c)=>c%4<3&&(o[c%4]+=a)),Ts(o.map(a=>a/(256*255)))}function u1(i){let e=[],{scene:t}=new Fu().parse(i,"");return t.rotation.set(0,0,0),t.updateMatrixWorld(!0),t.traverse(n=>{if(!(n instanceof Ct))return;let s=Array.isArray(n.material)?n.material[0]:n.material;e.push(Jr(n.geometry.clone().applyMatrix4(n.matrixWorld),s?.color))}),e}function Jr(i,e=c1){return{name:"",geometry:i,colour:e,opacity:1}}function f1(i,e,t){let n=new bt;for(let s of["position","normal"]){let r=i.getAttribute(s);r&&n.setAttribute(s,new Qt(r.array.slice(3*e,3*(e+t)),3))}return n}function Es(i,e){return i.map(t=>({...t,geometry:t.geometry.clone().applyMatrix4(e)}))}function Js(i){let e=i.filter(t=>t.opacity>.05).map(t=>{let n=t.geometry.index?t.geometry.toNonIndexed():t.geometry.clone();for(let o of Object.keys(n.attributes))o!=="position"&&o!=="normal"&&n.deleteAttribute(o);n.getAttribute("normal")||n.computeVertexNormals();let s=n.getAttribute("position").count,r=new Float32Array(3*s);for(let o=0;o<s;o++)t.colour.toArray(r,3*o);return n.setAttribute("color",new Qt(r,3)),n});return e.length?O_(e)??void 0:void 0}var As=new Xs({vertexColors:!0,side:qn});var d1=2,Cp=1.5,p1=15227148,m1=3108827;function Jl(i,e){let t=new $t;return t.matrixAutoUpdate=!1,{object:t,take(n){let s=i.inWorld(n.header.frame_id);t.visible=s!==void 0,s&&(t.matrix.copy(s),e(t,n))}}}function z_(){let i=new Fi({size:d1,sizeAttenuation:!1,vertexColors:!0}),e=new Ki(new bt,i);e.frustumCulled=!1;let t=new Xe;return{object:e,set(n,s){let r=new Float32Array(3*s);for(let o=0;o<s;o++){let a=Math.min(1,Math.hypot(n[3*o],n[3*o+1])/60);t.setHSL(.66*a,.9,.5).toArray(r,3*o)}e.geometry.dispose(),e.geometry=new bt,e.geometry.setAttribute("position",new Qt(n,3)),e.geometry.setAttribute("color",new Qt(r,3)),e.geometry.setDrawRange(0,s)}}}var g1=i=>{let e=z_(),t=Jl(i,(n,s)=>{let r=["x","y","z"].map(f=>s.fields.find(u=>u.name===f&&u.datatype===7)?.offset);if(r.includes(void 0))return;let o=s.data,a=new DataView(o.buffer,o.byteOffset,o.byteLength),c=s.width*s.height,l=new Float32Array(3*c),h=0;for(let f=0;f<s.height;f++)for(let u=0;u<s.width;u++){let d=f*s.row_step+u*s.point_step,p=a.getFloat32(d+r[0],!s.is_bigendian);Number.isFinite(p)&&(l[3*h]=p,l[3*h+1]=a.getFloat32(d+r[1],!s.is_bigendian),l[3*h+2]=a.getFloat32(d+r[2],!s.is_bigendian),h++)}e.set(l,h)});return t.object.add(e.object),t},y1=i=>{let e=z_(),t=Jl(i,(n,s)=>{let r=new Float32Array(3*s.ranges.length),o=0;s.ranges.forEach((a,c)=>{if(!(a>=s.range_min&&a<=s.range_max))return;let l=s.angle_min+c*s.angle_increment;r[3*o]=a*Math.cos(l),r[3*o+1]=a*Math.sin(l),o++}),e.set(r,o)});return t.object.add(e.object),t};function Vu(i,e,t=!1){let n=new bt().setAttribute("position",new tt(i,3)),s=new Wn({color:e}),r=t?new Ui(n,s):new ps(n,s);return r.frustumCulled=!1,r}var Wu=i=>{i.traverse(e=>{(e instanceof Ct||e instanceof ps||e instanceof Ki)&&e.geometry.dispose()}),i.clear()},_1=i=>Jl(i,(e,t)=>{Wu(e),e.add(Vu(t.poses.flatMap(n=>[n.pose.position.x,n.pose.position.y,n.pose.position.z+.05]),p1))}),x1=i=>Jl(i,(e,t)=>{Wu(e);let n=new Nl(2);n.matrixAutoUpdate=!1,n.matrix.copy(Zl(t.pose.pose)),e.add(n)}),v1=i=>Jl(i,(e,t)=>{Wu(e);let[n,,s,,r,o]=t.K;if(!n||!r)return;let a=(h,f)=>[Cp*(h-s)/n,Cp*(f-o)/r,Cp],c=[a(0,0),a(t.width,0),a(t.width,t.height),a(0,t.height)],l=c.flatMap((h,f)=>[0,0,0,...h,...h,...c[(f+1)%4]]);e.add(Vu(l,m1,!0))}),k_=(i,e)=>{let t=new $t,n=new Map,s=o=>{let a=n.get(o);a&&(Wu(a.group),a.group.removeFromParent(),n.delete(o))},r=o=>{if(o.action===3)return[...n.keys()].forEach(s);let a=`${o.ns}/${o.id}`;if(s(a),o.action===2)return;let c=new $t;c.matrixAutoUpdate=!1;let l=o.lifetime.sec+o.lifetime.nsec/1e9,h={group:c,frame:o.header.frame_id,pose:Zl(o.pose),ends:l?performance.now()+1e3*l:1/0};n.set(a,h),t.add(c),b1(c,o,e)};return{object:t,take(o){for(let a of o.markers??[o])r(a);for(let[a,c]of n){c.ends<performance.now()&&s(a);let l=i.inWorld(c.frame);c.group.visible=l!==void 0,l&&c.group.matrix.multiplyMatrices(l,c.pose)}}}},Hu=i=>i.flatMap(e=>[e.x,e.y,e.z]);function b1(i,e,t){let n=new Xe(e.color.r,e.color.g,e.color.b),s=new Xs({color:n,opacity:e.color.a,transparent:e.color.a<1,side:qn}),{x:r,y:o,z:a}=e.scale,c=h=>{let f=new Ct(h,s);return i.add(f),f},l=h=>{let f=new pr(h,s,e.points.length);e.points.forEach((u,d)=>f.setMatrixAt(d,new Oe().makeTranslation(u.x,u.y,u.z))),f.frustumCulled=!1,i.add(f)};switch(e.type){case 0:{let[h,f]=e.points.length===2?e.points:[{x:0,y:0,z:0},{x:r,y:0,z:0}],u=new Y(h.x,h.y,h.z),d=new Y(f.x,f.y,f.z).sub(u);i.add(new Ll(d.clone().normalize(),u,d.length(),n.getHex()));return}case 1:c(new oi(r,o,a));return;case 2:c(new gs(.5,16,12).scale(r,o,a));return;case 3:c(new ms(.5,.5,1,20).rotateX(Math.PI/2).scale(r,o,a));return;case 4:i.add(Vu(Hu(e.points),n.getHex()));return;case 5:i.add(Vu(Hu(e.points),n.getHex(),!0));return;case 6:l(new oi(r,o,a));return;case 7:l(new gs(.5,12,8).scale(r,o,a));return;case 8:{let h=new bt().setAttribute("position",new tt(Hu(e.points),3));i.add(new Ki(h,new Fi({color:n,size:3,sizeAttenuation:!1})));return}case 9:i.add(S1(e.text,n,a));return;case 10:t.mesh(e.mesh_resource).then(h=>{let f=Js(e.mesh_use_embedded_materials?h:h.map(d=>({...d,colour:n})));if(!f)return;let u=new Ct(f,As);u.scale.set(r,o,a),i.add(u)},()=>{});return;case 11:{let h=new bt().setAttribute("position",new tt(Hu(e.points),3));h.computeVertexNormals(),e.colors.length===e.points.length?(h.setAttribute("color",new tt(e.colors.flatMap(f=>[f.r,f.g,f.b]),3)),i.add(new Ct(h,As))):c(h).scale.set(r||1,o||1,a||1)}}}function S1(i,e,t){let n=document.createElement("canvas"),s=n.getContext("2d"),r="48px system-ui, sans-serif",o=i.split(`
`);s.font=r,n.width=Math.max(1,...o.map(c=>Math.ceil(s.measureText(c).width))),n.height=56*o.length,s.font=r,s.fillStyle=`#${e.getHexString()}`,o.forEach((c,l)=>s.fillText(c,0,44+56*l));let a=new ul(new ia({map:new ml(n),depthTest:!1}));return a.scale.set(t*o.length*n.width/n.height,t*o.length,1),a}var Rp={"sensor_msgs/PointCloud2":{make:g1,rate:10},"sensor_msgs/LaserScan":{make:y1,rate:10},"visualization_msgs/MarkerArray":{make:k_,rate:0},"visualization_msgs/Marker":{make:k_,rate:0},"nav_msgs/Path":{make:_1,rate:5},"nav_msgs/Odometry":{make:x1,rate:20},"sensor_msgs/CameraInfo":{make:v1,rate:5}};var $u=class{constructor(e,t,n,s){this.connection=e;this.reader=t;this.frames=n;this.changed=s;this.#n=[e.on("services",()=>{this.#s()}),e.on("state",()=>{this.#s()})],this.#s()}connection;reader;frames;changed;object=new $t;#e=new Map;#n;#r="";update(){for(let[e,t]of this.#e){let n=this.frames.inWorld(e);t.visible=n!==void 0,n&&t.matrix.copy(n)}}close(){for(let e of this.#n)e()}async#s(){if(this.connection.state!=="open")return;let e=await this.connection.parameters().catch(()=>[]),t=e.filter(s=>/(^|\/)robot_description$/.test(s.name)&&typeof s.value=="string"),n=JSON.stringify(t);if(n!==this.#r){this.#r=n,this.object.clear(),this.#e.clear();for(let s of t){let r=e.find(o=>o.name===s.name.replace(/robot_description$/,"robot_state_publisher/tf_prefix"))?.value;await this.#i(Qr(s.value),typeof r=="string"&&r?`${r}/`:"")}this.changed()}}async#i(e,t){let n=new Map;for(let s of e.querySelectorAll("material[name]")){let r=zt(s,"color")?.getAttribute("rgba");r&&n.set(s.getAttribute("name"),Ts(ts(r,3)))}for(let s of[...e.children].filter(r=>r.tagName==="link")){let r=[...s.children].filter(h=>h.tagName==="visual"),o=(await Promise.all(r.map(h=>this.#t(h,n).catch(()=>[])))).flat(),a=Js(o),c=s.getAttribute("name")??"";if(!a||c===Ep)continue;let l=new $t;l.matrixAutoUpdate=!1,l.visible=!1,l.add(new Ct(a,As)),this.#e.set(t+c,l),this.object.add(l)}}async#t(e,t){let n=zt(e,"geometry")?.firstElementChild;if(!n)return[];let s=await this.#o(n),r=zt(e,"origin"),[o,a,c]=ts(r?.getAttribute("xyz"),3),[l,h,f]=ts(r?.getAttribute("rpy"),3),u=new Oe().makeRotationFromEuler(new Vn(l,h,f,"ZYX")).setPosition(o,a,c),d=t.get(B_(e,"material")?.getAttribute("name")??"");return Es(d?s.map(p=>({...p,colour:d})):s,u)}async#o(e){let t=s=>Number(e.getAttribute(s)??0),n=s=>[{name:"",geometry:s,colour:Ts([.7,.7,.7]),opacity:1}];switch(e.tagName){case"box":return n(new oi(...ts(e.getAttribute("size"),3)));case"cylinder":return n(new ms(t("radius"),t("radius"),t("length"),24).rotateX(Math.PI/2));case"sphere":return n(new gs(t("radius"),24,16));case"mesh":{let[s,r,o]=ts(e.getAttribute("scale")??"1 1 1",3);return Es(await this.reader.mesh(e.getAttribute("filename")??""),new Oe().makeScale(s,r,o))}default:return[]}}};var Xu=class{constructor(e,t,n){this.models=t;this.changed=n;this.#r=[e.subscribe("/traffic/types",s=>{this.#a(s)}),e.subscribe("/traffic/vehicles",s=>s.id.forEach((r,o)=>this.#n.set(r,s.name[o]))),e.subscribe("/traffic/states",s=>this.#o(s))]}models;changed;object=new $t;count=0;#e=new Map;#n=new Map;#r;#s;#i=new Map;#t;update(e){let t=this.#s;if(!t)return;let n=t.header.stamp.sec+t.header.stamp.nsec/1e9,s=Math.min(1,Math.max(0,(e-n)/(t.step||.1))),r=new Oe,o=new Vn(0,0,0,"ZYX");for(let a of this.#e.values())a.ids.length=0;for(let a=0;a<t.id.length;a++){let c=this.#e.get(t.type[a]);if(!c)continue;let l=this.#i.get(t.id[a]),h=l===void 0?void 0:this.#t,f=p=>h?h[p][l]+s*(t[p][a]-h[p][l]):t[p][a],u=h?h.yaw[l]+s*w1(t.yaw[a]-h.yaw[l]):t.yaw[a];r.makeRotationFromEuler(o.set(t.roll[a],t.pitch[a],u,"ZYX")).setPosition(f("x"),f("y"),f("z"));let d=c.ids.length;d>=c.mesh.instanceMatrix.count&&M1(c),c.mesh.setMatrixAt(d,r),c.ids.push(t.id[a])}this.count=0;for(let a of this.#e.values())a.mesh.count=a.ids.length,a.mesh.instanceMatrix.needsUpdate=!0,a.mesh.boundingSphere=null,this.count+=a.ids.length}picked(e,t){for(let n of this.#e.values())if(n.mesh===e)return n.ids[t]}vehicle(e){let t=this.#s,n=t?t.id.indexOf(e):-1;if(!(n<0))return{id:e,name:this.#n.get(e)??String(e),type:this.#e.get(t.type[n])?.name??"",pose:new Y(t.x[n],t.y[n],t.z[n]),yaw:t.yaw[n],speed:t.speed[n],acceleration:t.acceleration[n]}}close(){for(let e of this.#r)e()}#o(e){this.#t=this.#s,this.#i=new Map(this.#t?Array.from(this.#t.id,(t,n)=>[t,n]):[]),this.#s=e,this.changed()}async#a(e){for(let t=0;t<e.type.length;t++){let n=e.color[t]?Ts(e.color[t].split(" ").map(Number)):void 0,s=new oi(e.length[t],e.width[t],e.height[t]).translate(0,0,e.height[t]/2);this.#c(e.type[t],e.name[t],e.model[t],Js([{name:"body",geometry:s,colour:n??Ts([.3,.45,.7]),opacity:1}]));try{let r=await this.models.parts(await this.models.model(e.model[t]),n),o=Js(r);o&&this.#c(e.type[t],e.name[t],e.model[t],o)}catch{continue}}}#c(e,t,n,s){let r=this.#e.get(e);r&&(this.object.remove(r.mesh),r.mesh.dispose());let o=new pr(s,As,Math.max(16,r?.ids.length??0));o.frustumCulled=!1,this.object.add(o),this.#e.set(e,{name:t,model:n,mesh:o,ids:[]}),this.changed()}};function M1(i){let e=new pr(i.mesh.geometry,As,2*i.mesh.instanceMatrix.count);e.instanceMatrix.array.set(i.mesh.instanceMatrix.array),e.frustumCulled=!1,i.mesh.parent?.add(e),i.mesh.removeFromParent(),i.mesh.dispose(),i.mesh=e}var w1=i=>Math.atan2(Math.sin(i),Math.cos(i));var E1=30,T1=2e3,A1=/^traffic_\d+$/,qu=class{constructor(e,t,n){this.connection=e;this.reader=t;this.changed=n;this.#n=[e.subscribe("/gazebo/model_states",s=>this.#c(s),E1),e.on("services",()=>{this.#i()}),e.on("state",()=>{this.#i()})],this.#i()}connection;reader;changed;object=new $t;models=new Map;states=new Map;#e=new Set;#n;#r;#s=!1;close(){for(let e of this.#n)e()}async#i(){if(!(this.#r||this.connection.state!=="open")){this.#r=new Set;try{let[e]=await this.connection.parameters(["/gazebo/world"]);if(typeof e?.value!="string")throw new Error("no simulator");let t=Qr(await this.reader.text(`file://${e.value}`)).querySelector("world");for(let n of t?[...t.children]:[])n.tagName==="model"&&this.#o(n.getAttribute("name"),await this.reader.parts(n),Kr(zt(n,"pose")?.textContent)),n.tagName==="include"&&await this.#t(n);this.#s=!0}catch{this.#r=void 0}}}async#t(e){let t=(zt(e,"uri")?.textContent??"").trim().replace(/^model:\/\//,""),n=await this.reader.model(t),s=zt(e,"name")?.textContent?.trim()??n.getAttribute("name"),r=zt(e,"pose")??zt(n,"pose");this.#o(s,await this.reader.parts(n),Kr(r?.textContent))}#o(e,t,n){this.#r.add(e),this.#a(e,t),this.models.get(e).matrix.copy(n),this.changed()}#a(e,t){this.models.get(e)?.removeFromParent();let n=new $t,s=Js(t);s&&n.add(new Ct(s,As)),n.matrixAutoUpdate=!1,n.userData.model=e,this.models.set(e,n),this.object.add(n)}#c(e){let t=new Set(e.name);e.name.forEach((n,s)=>{if(A1.test(n))return;this.states.set(n,{pose:e.pose[s],twist:e.twist[s]});let r=this.models.get(n);r?(r.matrix.copy(Zl(e.pose[s])),r.visible=!0):this.#s&&!this.#r.has(n)&&!this.#e.has(n)&&this.#h(n)});for(let[n,s]of this.models)t.has(n)||this.#r?.has(n)||(s.removeFromParent(),this.models.delete(n),this.states.delete(n));for(let n of this.#e)t.has(n)||this.#e.delete(n);this.changed()}async#h(e){this.#e.add(e);try{let t=await this.connection.call("/gazebo/model_sdf",{model_name:e});if(!t.success)return;let n=Qr(t.sdf).querySelector("model")??void 0;if(!n)return;this.#a(e,Es(await this.reader.parts(n),new Oe)),this.changed()}catch{setTimeout(()=>this.#e.delete(e),T1)}}};function G_(i,e,t){let n=oe("div",{class:"view"}),s=new zr,r=new vn(50,1,.3,6e3);r.up.set(0,0,1),r.position.set(-40,-40,35);let o=new Au({antialias:!0}),a=new Iu(r,o.domElement);n.append(o.domElement),o.domElement.tabIndex=0,o.domElement.setAttribute("aria-label","3D view; drag to turn, right button to shift, wheel to zoom, click for what is under it"),s.add(new wl(16777215,8947848,2.2));let c=new Wr(16777215,1.6);c.position.set(-40,30,87),s.add(c);let l=!0,h=()=>{l=!0},f=new Lu(i,h),u=new Gu(i),d=new Xu(i,u,h),p=new qu(i,u,h),y=new $u(i,u,f,h),m=new Il(200,20).rotateX(Math.PI/2);s.add(m,d.object,p.object,y.object);let g=new Map,_={frames:0,work:0,vehicles:0,models:0,layers:0};window.view={counters:_,camera:r,controls:a,scene:s};let b=e.follow??"ego",x=new Y,T=!1,M=()=>{let U=p.states.get(b)?.pose.position;if(!U)return;let W=new Y(U.x,U.y,U.z);if(!T)T=!0,r.position.add(W.clone().sub(a.target)),a.target.copy(W);else{let j=W.clone().sub(x);r.position.add(j),a.target.add(j)}x.copy(W)},v=oe("select",{"aria-label":"follow",title:"the model that the camera follows"}),w=()=>{let U=["",...p.states.keys()].filter(W=>!/^(ground|.*_(road|street|buildings|lights))$/.test(W));U.join()!==[...v.options].map(W=>W.value).join()&&(v.replaceChildren(...U.map(W=>oe("option",{value:W},W?`follow ${W}`:"follow nothing"))),v.value=U.includes(b)?b:"")};v.onchange=()=>{b=e.follow=v.value,T=!1,t(),h()};let D=()=>{let U=r.position.distanceTo(a.target);r.position.copy(a.target).add(new Y(0,-.001,U)),h()},L=()=>{r.position.copy(a.target).add(new Y(-14,-10,9)),h()};a.addEventListener("change",h);let R=oe("div",{class:"overlay layers",hidden:!0}),H=()=>{let U=i.topicsOf(...Object.keys(Rp));R.replaceChildren(...U.map(W=>{let j=oe("input",{type:"checkbox",checked:(e.layers??[]).includes(W),onchange:()=>{e.layers=j.checked?[...e.layers??[],W]:e.layers.filter(ee=>ee!==W),t(),B()}});return oe("label",{title:W},j,` ${W}`)})),U.length||(R.textContent="no topic can be drawn"),B()},B=()=>{let U=new Set(e.layers??[]);for(let[W,j]of g)U.has(W)&&i.channels.has(W)||(j.stop(),j.layer.object.removeFromParent(),g.delete(W));for(let W of U){let j=Rp[i.channels.get(W)?.schemaName??""];if(!j||g.has(W))continue;let ee=j.make(f,u);s.add(ee.object),g.set(W,{layer:ee,stop:i.subscribe(W,ae=>{ee.take(ae),_.layers++,h()},j.rate)})}h()},P=oe("div",{class:"overlay chosen",hidden:!0}),k,O=()=>{if(P.hidden=k===void 0,!k)return;let U=[];if("vehicle"in k){let W=d.vehicle(k.vehicle);W?U.push(`${W.name} (${W.type})`,`x ${W.pose.x.toFixed(2)}  y ${W.pose.y.toFixed(2)}  z ${W.pose.z.toFixed(2)} m`,`yaw ${W.yaw.toFixed(3)} rad`,`${W.speed.toFixed(2)} m/s, ${W.acceleration.toFixed(2)} m/s\xB2`,"moved by SUMO"):U.push("it has left")}else{let W=p.states.get(k.model);if(U.push(k.model),W){let{position:j}=W.pose,{linear:ee,angular:ae}=W.twist;U.push(`x ${j.x.toFixed(2)}  y ${j.y.toFixed(2)}  z ${j.z.toFixed(2)} m`,`${Math.hypot(ee.x,ee.y,ee.z).toFixed(2)} m/s, ${ae.z.toFixed(3)} rad/s about z`);let ve=[...i.graph.publishers].filter(([ze])=>ze.startsWith(`/${k.model}/`)&&/_cmd$|cmd_vel$|command$/.test(ze));U.push(ve.length?`commanded by ${[...new Set(ve.flatMap(([,ze])=>ze))].join(", ")}`:"commanded by nobody")}}if(P.replaceChildren(...U.map(W=>oe("div",{},W))),"model"in k&&i.canWrite){let W=k.model;P.append(It("delete",`delete ${W} from the simulation`,()=>{i.call("/gazebo/delete_model",{model_name:W}).then(j=>P.textContent=j.status_message,j=>P.textContent=j.message),k=void 0}))}P.append(It("close","close",()=>{k=void 0,O()}))},V=new Pl,se={x:0,y:0};o.domElement.addEventListener("pointerdown",U=>se={x:U.clientX,y:U.clientY}),o.domElement.addEventListener("pointerup",U=>{if(Math.hypot(U.clientX-se.x,U.clientY-se.y)>4)return;let W=o.domElement.getBoundingClientRect();V.setFromCamera(new We((U.clientX-W.left)/W.width*2-1,1-(U.clientY-W.top)/W.height*2),r);let j=V.intersectObjects([d.object,p.object],!0)[0],ee=j?.instanceId===void 0?void 0:d.picked(j.object,j.instanceId),ae=j?.object.parent?.userData.model;k=ee!==void 0?{vehicle:ee}:ae?{model:ae}:void 0,O()});let I=()=>{if(G=requestAnimationFrame(I),!l||document.hidden)return;let U=performance.now();l=!1,d.update(i.time??0),y.update(),M(),m.visible=p.models.size===0,s.background=new Xe(getComputedStyle(document.documentElement).getPropertyValue("--sky").trim()||"#c9dcec"),a.update(),_.work+=performance.now()-U,o.render(s,r),_.frames++,_.vehicles=d.count,_.models=p.models.size},G=requestAnimationFrame(I),X=new ResizeObserver(()=>{let{clientWidth:U,clientHeight:W}=n;!U||!W||(o.setPixelRatio(Math.min(devicePixelRatio,2)),o.setSize(U,W,!1),r.aspect=U/W,r.updateProjectionMatrix(),h())});X.observe(n);let Q=[i.on("time",h),i.on("topics",H),cs(500,()=>{w(),P.hidden||O()}),()=>document.removeEventListener("theme",h)];document.addEventListener("theme",h),H(),n.append(P,R);let K=It("layers","topics that are drawn",()=>{R.hidden=!R.hidden,K.setAttribute("aria-expanded",String(!R.hidden))});return{element:oe("div",{class:"panel"},oe("div",{class:"tools"},v,It("top","look from above",D),It("behind","look from behind",L),K),n),close(){cancelAnimationFrame(G);for(let U of Q)U();for(let U of g.values())U.stop();for(let U of[f,d,p,y])U.close();X.disconnect(),a.dispose(),o.dispose()}}}var H_={view:{title:"3D view",make:G_},picture:{title:"picture",make:Am},plot:{title:"plot",make:s0},topics:{title:"topics",make:c0},nodes:{title:"nodes",make:wm},services:{title:"services",make:o0},publish:{title:"publish",make:a0},parameters:{title:"parameters",make:Tm},diagnostics:{title:"diagnostics",make:vm},log:{title:"log",make:Mm}},C1=location.protocol==="https:"?"wss:":"ws:",Yu=new dc(`${C1}//${location.host}/${location.search}`),V_=new sc(document.getElementById("workspace"),Yu,H_);Kp(document.getElementById("bar"),Yu,V_,H_);Qp(document.getElementById("status"),Yu);Object.assign(window,{monitor:{connection:Yu,workspace:V_}});
/*! Bundled license information:

three/build/three.core.js:
three/build/three.module.js:
  (**
   * @license
   * Copyright 2010-2026 Three.js Authors
   * SPDX-License-Identifier: MIT
   *)
*/
